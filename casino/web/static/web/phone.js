// The phone. Without any of this its pages work, too: links and forms, one page after another.

import "./line.js";
import "./once.js";
import "./fair.js";
import "./live.js";

/** A space of the cloth, or a chip, opens in the panel; the rest of the page stays where it is. */
async function inPanel(address) {
  await htmx.ajax("GET", address, { target: "#panel", select: "#panel", swap: "outerHTML" });
  const panel = document.getElementById("panel");
  if (panel && !panel.hidden) {
    panel.focus({ preventScroll: true });
    panel.scrollIntoView({ block: "nearest" });
  }
}

addEventListener("click", (event) => {
  const link = event.target.closest?.("a.spot, a[data-panel]");
  if (!link || event.ctrlKey || event.metaKey || !globalThis.htmx) return;
  event.preventDefault();
  event.stopPropagation();
  inPanel(link.getAttribute("href").split("#")[0]);
}, true);

addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-panel]");
  if (!form || !globalThis.htmx) return;
  event.preventDefault();
  event.stopPropagation();
  inPanel(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`);
}, true);

/** What was done is told at the top of the page that follows: there the reader goes on. */
addEventListener("htmx:afterSettle", ({ detail }) => {
  const notes = document.getElementById("notes");
  if (detail.elt?.id === "page" && notes?.childElementCount) notes.focus({ preventScroll: true });
});
