// What moved, moves: a horse slides from where it was to where it is, a card that falls comes into view.

const MOVING = 700, COMING = 350; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Where everything with a key stands in this part of the page, and what has the focus. */
export function standing(part) {
  const places = new Map();
  for (const each of part.querySelectorAll("[data-key]")) places.set(each.dataset.key, each.getAttribute("transform"));
  const focused = part.contains(document.activeElement) ? document.activeElement.dataset.spot : undefined;
  return { places, focused };
}

/** After a part was replaced: show what has changed since `before`. */
export function show(part, before) {
  if (before.focused) part.querySelector(`[data-spot="${CSS.escape(before.focused)}"]`)?.focus();
  if (still.matches || !before.places.size) return;
  for (const each of part.querySelectorAll("[data-key]")) {
    const was = before.places.get(each.dataset.key), is = each.getAttribute("transform");
    if (was === undefined) each.animate([{ opacity: 0 }, { opacity: 1 }], COMING);
    else if (was !== is && was && is) {
      each.animate([{ transform: css(was) }, { transform: css(is) }], { duration: MOVING, easing: "ease-in-out" });
    }
  }
}

/** An SVG translation as CSS writes it. */
function css(transform) {
  const [x = 0, y = 0] = transform.match(/-?[\d.]+/g) ?? [];
  return `translate(${x}px, ${y}px)`;
}
