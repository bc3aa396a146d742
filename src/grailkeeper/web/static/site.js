"use strict";
/* One click copies a text; rich text is copied as such, so that an editor takes its marks, and where one takes none,
   its plain text. Without this, a text can
   be selected in its field. */
for (const place of document.querySelectorAll("[data-script]")) place.hidden = false;
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const text = field.value;
  try {
    if (field.dataset.plain !== undefined && window.ClipboardItem) {
      const kinds = { "text/html": text, "text/plain": field.dataset.plain.trim() };
      const blobs = Object.entries(kinds).map(([type, each]) => [type, new Blob([each], { type })]);
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    } else {
      await navigator.clipboard.writeText(text);
    }
    button.textContent = button.dataset.done;
  } catch {
    field.closest("details")?.setAttribute("open", "");
    field.select();
  }
});

/* Fields at which something is wrong say so as soon as the draft is saved, without the form being drawn anew. */
document.addEventListener("htmx:afterSettle", () => {
  const list = document.getElementById("wrong");
  if (!list) return;
  const wrong = [...list.children].map((each) => each.textContent);
  const isAt = (place) => wrong.some((each) => each === place.dataset.path);
  const isBelow = (place) => wrong.some((each) => each.startsWith(place.dataset.path + "."));
  for (const place of document.querySelectorAll("#answer [data-path]")) {
    if (place.matches("input, select, textarea")) {
      const cell = place.closest(".slot");
      const is = isAt(place) || (cell && (isAt(cell) || isBelow(cell)));
      if (is) place.setAttribute("aria-invalid", "true");
      else place.removeAttribute("aria-invalid");
      place.closest(".field")?.classList.toggle("err", is);
    } else {
      place.classList.toggle("err", isAt(place) || (place.matches(".slot, .pick") && isBelow(place)));
    }
    const putBy = isAt(place) && place.closest("#answer details");
    if (putBy) putBy.open = true;
  }
});

/* What is being typed is saved at a pause, not only when its field is left. */
let pause = 0;
document.addEventListener("change", () => clearTimeout(pause));
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("#answer");
  if (!form || !event.target.matches("input[type=text], textarea")) return;
  clearTimeout(pause);
  pause = setTimeout(() => form.dispatchEvent(new Event("paused")), 1500);
});
/* Whoever leaves the page within that pause, or before the answer that it is saved, by a link or to another window,
   loses nothing either. */
let unsaved = null;
let sending = null;
for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => (unsaved = event.target.closest?.("#answer") ?? unsaved));
}
document.addEventListener("submit", () => (unsaved = sending = null));
document.addEventListener("htmx:beforeSend", (event) => {
  if (event.target === unsaved) [sending, unsaved] = [unsaved, null];
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.target === sending && event.detail.successful) sending = null;
});
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && saveNow());
window.addEventListener("pagehide", saveNow);
function saveNow() {
  const form = unsaved ?? sending;
  if (!form) return;
  fetch(location.href, { method: "POST", body: new FormData(form), keepalive: true, redirect: "manual" });
  unsaved = sending = null;
}

/* The fields of an action that is chosen come into sight, above the dock. */
document.addEventListener("change", (event) => {
  const choice = event.target.closest?.(".variant > .by");
  if (!choice) return;
  const shown = [...choice.nextElementSibling.children].find((each) => each.getClientRects().length);
  shown?.scrollIntoView({ block: "nearest" });
});

/* Cards by keyboard: arrows go from cell to cell, a letter lays the card that is written with it. Without this, each
   cell is a list like any other. */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let before = "";
document.addEventListener("keydown", (event) => {
  const list = event.target.closest?.(".slot select");
  if (!list || event.altKey || event.ctrlKey || event.metaKey || isOpen(list)) return;
  const whole = list.closest("[data-columns]");
  const lists = [...whole.querySelectorAll(".laid select")];
  const step = STEPS[event.key];
  if (step) {
    const columns = Number(whole.dataset.columns);
    const at = lists.indexOf(list);
    const [across, down] = step;
    const column = (at % columns) + across;
    if (lists.length === columns && down) return;
    event.preventDefault();
    if (column >= 0 && column < columns) lists[at + across + down * columns]?.focus();
    return;
  }
  if (["Delete", "Backspace", "-", "0"].includes(event.key)) return void lay(list, "", event);
  const letter = event.key === "*" ? "*" : event.code.startsWith("Key") ? event.code.slice(3) : "";
  if (!letter) return;
  const keys = before + letter;
  before = "";
  const options = [...list.options];
  const found = options.find((each) => each.dataset.key === keys) ?? options.find((each) => each.dataset.key === letter);
  if (found) return void lay(list, found.value, event);
  const box = [...list.closest(".slot").querySelectorAll("input[data-key]")].find((each) => each.dataset.key === letter);
  event.preventDefault();
  if (box) box.click();
  else before = options.some((each) => each.dataset.key?.startsWith(letter)) ? letter : "";
});
function isOpen(list) {
  return CSS.supports("selector(:open)") && list.matches(":open"); // then its keys are its own
}
/* The tabulator stops once at a board or a lane, where one was last. */
for (const whole of document.querySelectorAll("[data-columns]")) {
  whole.querySelectorAll(".slot select, .slot input").forEach((each, at) => (each.tabIndex = at ? -1 : 0));
  whole.addEventListener("focusin", (event) => {
    const list = event.target.closest(".slot")?.querySelector("select");
    if (!list) return;
    whole.querySelectorAll(".laid select").forEach((each) => (each.tabIndex = each === list ? 0 : -1));
  });
}
function lay(list, value, event) {
  event.preventDefault();
  list.value = value;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}
