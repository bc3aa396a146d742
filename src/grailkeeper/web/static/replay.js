"use strict";
/* The arrow keys, and the buttons at the foot of the window, lead from one step of a battle to the next. Each step is
   an anchor: its address is its permalink, and without this the links above lead to it. */
const links = [...document.querySelectorAll(".steps-of a")];
const steps = links.map((link) => link.getAttribute("href"));

function show() {
  const at = steps.indexOf(location.hash);
  links.forEach((link, place) => (place === at ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current")));
  const count = document.querySelector("[data-at]");
  if (count) count.textContent = at + 1;
  const step = at < 0 ? null : document.getElementById(steps[at].slice(1));
  if (!step) return;
  step.tabIndex = -1;
  step.focus({ preventScroll: true });
}

const leads = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => (at < 0 ? 0 : at - 1),
  Home: () => 0,
  End: () => steps.length - 1,
};

function go(lead) {
  location.replace(steps[Math.min(Math.max(lead(steps.indexOf(location.hash)), 0), steps.length - 1)]);
  show();
}

document.addEventListener("keydown", (event) => {
  const lead = leads[event.key];
  if (!lead || !steps.length || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, [role=region]:not(.dock)")) return;
  event.preventDefault();
  go(lead);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-lead]");
  if (button) go(leads[button.dataset.lead]);
});
window.addEventListener("hashchange", show);
show();
