// A page that stays true: parts with `data-live` are fetched again when something happens, and replaced if they changed.

import { show, standing } from "./motion.js";
import { Stream } from "./stream.js";

const OWN = new Set(["bought_in", "cashed_out", "prize_awarded", "message", "session_closed", "table_opened", "table_closed"]);
const LONGEST_JITTER = 300; // milliseconds: a hall of phones need not ask in the same instant

/** What a part says, but for what is new in every answer and means nothing. */
function said(part) {
  const copy = part.cloneNode(true);
  for (const each of copy.querySelectorAll('input[name="csrfmiddlewaretoken"], input[name="key"]')) each.remove();
  return copy.outerHTML;
}

class LivePage extends HTMLElement {
  connectedCallback() {
    this.offset = Date.parse(this.getAttribute("now")) - Date.now();
    this.seen = new Map([...document.querySelectorAll("[data-live]")].map((part) => [part.id, said(part)]));
    this.stream = new Stream(this.getAttribute("stream"), this.getAttribute("kinds").split(" "), {
      told: (event) => this.hear(event),
      up: () => { this.line(true); this.refresh(); },
      down: () => this.line(false),
    });
    this.clock = setInterval(() => this.tick(), 250);
    this.tick();
  }

  disconnectedCallback() {
    clearInterval(this.clock);
    clearTimeout(this.timer);
    this.stream.end();
  }

  get table() { return this.getAttribute("table"); }

  hear(event) {
    if (!this.table || String(event.table) === this.table || OWN.has(event.kind)) this.refresh(Math.random() * this.jitter);
  }

  get jitter() { return document.body.classList.contains("screen") ? 0 : LONGEST_JITTER; }

  /** Soon, and never twice at once. */
  refresh(wait = 0) {
    this.wanted = true;
    if (this.busy || this.timer) return;
    this.timer = setTimeout(async () => {
      this.timer = null;
      this.busy = true;
      while (this.wanted && this.isConnected) {
        this.wanted = false;
        await this.fetch();
      }
      this.busy = false;
    }, wait);
  }

  get address() { return this.getAttribute("src") + (this.dataset.shown ? `&table=${this.dataset.shown}` : ""); }

  async fetch() {
    let answer;
    try {
      answer = await fetch(this.address, { credentials: "same-origin" });
    } catch {
      return this.line(false);
    }
    if ([401, 404, 410].includes(answer.status)) return location.reload();
    if (answer.ok && this.isConnected) this.take(await answer.text());
  }

  take(text) {
    const began = performance.now();
    const fetched = new DOMParser().parseFromString(text, "text/html");
    for (const part of fetched.querySelectorAll("[data-live]")) {
      const old = document.getElementById(part.id), says = said(part);
      if (!old || this.seen.get(part.id) === says) continue;
      this.seen.set(part.id, says);
      if (old.hasAttribute("aria-live")) { // spoken only if it stays, and what it says changes
        old.replaceChildren(...part.childNodes);
        continue;
      }
      const before = standing(old);
      old.replaceWith(part);
      globalThis.htmx?.process(part);
      show(part, before);
    }
    this.tick();
    this.dispatchEvent(new CustomEvent("house:shown", { bubbles: true, detail: { milliseconds: performance.now() - began } }));
  }

  line(there) {
    if (this.there === there) return;
    this.there = there;
    this.dispatchEvent(new CustomEvent("house:line", { bubbles: true, detail: { there } }));
  }

  /** Every countdown of the page, by the clock of the house. */
  tick() {
    for (const each of document.querySelectorAll("count-down")) {
      const left = Math.max(0, Math.ceil((Date.parse(each.getAttribute("until")) - Date.now() - this.offset) / 1000));
      const text = left >= 60 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : `${left} s`;
      if (each.textContent !== text) each.textContent = text;
    }
  }
}

customElements.define("live-page", LivePage);
