// A stake or a move is kept, key and all, until the house has answered: sent again, it counts once.

import { HouseLine } from "./line.js";

const KEPT = "casino.asked";

function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT)); } catch { return null; }
}

function keep(asked) {
  try {
    if (asked) localStorage.setItem(KEPT, JSON.stringify(asked));
    else localStorage.removeItem(KEPT);
  } catch { /* a browser that keeps nothing: then the guest sees what was answered, or asks again */ }
}

const who = () => document.body.dataset.guest; // another guest on the same phone asks for nothing of this one's

let sent = null; // the answer may replace the form: then it is told of an element that is still there

addEventListener("htmx:beforeRequest", (event) => {
  const form = event.detail.elt?.closest?.("form[data-once]");
  if (!form) return;
  sent = event.detail.xhr;
  const pressed = event.detail.requestConfig?.triggeringEvent?.submitter;
  const body = new URLSearchParams(new FormData(form, pressed?.form === form ? pressed : undefined));
  keep({ who: who(), action: form.action, body: String(body) });
});

addEventListener("htmx:afterRequest", (event) => {
  if (!sent || event.detail.xhr !== sent) return;
  sent = null;
  const answered = event.detail.xhr.status > 0 && event.detail.xhr.status < 500;
  if (answered) keep(null);
  HouseLine.set({ pending: !answered });
});

let asking = false;

/** Ask again for what was never answered. */
async function askAgain() {
  const asked = kept();
  if (asked && asked.who !== who()) keep(null);
  if (!asked || asked.who !== who() || asking) return;
  asking = true;
  try {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await fetch(asked.action, { method: "POST", body: asked.body, headers, credentials: "same-origin" });
    if (answer.status < 500) {
      keep(null);
      HouseLine.set({ pending: false });
      take(await answer.text());
    }
  } catch {
    HouseLine.set({ pending: true });
  }
  asking = false;
}

/** The page that follows, as if it had been answered at once. */
function take(text) {
  const page = new DOMParser().parseFromString(text, "text/html").getElementById("page");
  if (!page) return location.reload();
  document.getElementById("page").replaceWith(page);
  globalThis.htmx?.process(page);
}

addEventListener("house:line", ({ detail }) => { if (detail.there) askAgain(); });
