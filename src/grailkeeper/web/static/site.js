"use strict";
/* One click copies a text; rich text is copied as such, so that an editor takes its marks. Without this, a text can
   be selected in its field. */
for (const place of document.querySelectorAll("[data-script]")) place.hidden = false;
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const text = field.value;
  try {
    if (field.dataset.format === "html" && window.ClipboardItem) {
      const blob = (type) => new Blob([text], { type });
      await navigator.clipboard.write([new ClipboardItem({ "text/html": blob("text/html"), "text/plain": blob("text/plain") })]);
    } else {
      await navigator.clipboard.writeText(text);
    }
    button.textContent = button.dataset.done;
  } catch {
    field.select();
  }
});
