// The line to the house: while it is down, nothing that needs it can be pressed, and the page says why.

export class HouseLine extends HTMLElement {
  static down = false;
  static pending = false;

  connectedCallback() { HouseLine.show(); }

  static set(facts) {
    Object.assign(HouseLine, facts);
    HouseLine.show();
  }

  static show() {
    for (const line of document.querySelectorAll("house-line")) {
      line.hidden = !HouseLine.down && !HouseLine.pending;
      line.querySelector("#line").hidden = !HouseLine.down;
      line.querySelector(".pending").hidden = !HouseLine.pending;
    }
    for (const button of document.querySelectorAll("[data-needs-line]")) {
      button.disabled = HouseLine.down;
      if (HouseLine.down) button.setAttribute("aria-describedby", "line");
      else button.removeAttribute("aria-describedby");
    }
  }
}

customElements.define("house-line", HouseLine);
addEventListener("house:line", ({ detail }) => HouseLine.set({ down: !detail.there }));
addEventListener("house:shown", HouseLine.show);
addEventListener("htmx:afterSettle", HouseLine.show);
