// The page keeps itself up to date: every two seconds it fetches what changes and replaces part by part what is new,
// but no form that somebody is filling in. Clocks count down by the house's time, whatever the phone thinks it is.

const region = document.querySelector("[data-live]");
const refresh = document.querySelector("[data-refresh]");
const stale = document.querySelector("[data-stale]");
const EVERY = 2000;
const LONGEST = 8000;

let ahead = 0;
let timer = 0;

const partsOf = (root) => new Map([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));

const busy = (part) =>
    part.querySelector("details[open]") !== null ||
    (document.activeElement !== document.body && part.contains(document.activeElement));

function setClock(moment) {
    ahead = Date.parse(moment) - Date.now();
}

function countDown() {
    for (const clock of region.querySelectorAll("[data-due]")) {
        const left = Math.max(0, Math.ceil((Date.parse(clock.dataset.due) - Date.now() - ahead) / 1000));
        clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
}

function changed(old, fresh) {
    if (fresh.dataset.version !== undefined) {
        return old.dataset.version !== fresh.dataset.version;
    }
    return old.innerHTML !== fresh.innerHTML;
}

function replace(fresh) {
    const old = partsOf(region);
    const parts = partsOf(fresh);
    const same = old.size === parts.size && [...parts.keys()].every((name) => old.has(name));
    if (!same && !busy(region)) {
        for (const [name, part] of parts) {
            if (part.dataset.version !== undefined && part.dataset.version === old.get(name)?.dataset.version) {
                part.replaceWith(old.get(name)); // the house has left out what is here already
            }
        }
        region.replaceChildren(...fresh.childNodes);
        return;
    }
    for (const [name, part] of parts) {
        const before = old.get(name);
        if (before && changed(before, part) && !busy(before)) {
            before.replaceWith(part);
        }
    }
}

function address() {
    const wanted = new URL(region.dataset.live, document.baseURI);
    for (const part of region.querySelectorAll("[data-version]")) {
        wanted.searchParams.append("have", part.dataset.version);
    }
    return wanted;
}

async function update() {
    try {
        const answer = await fetch(address(), { cache: "no-store", signal: AbortSignal.timeout(LONGEST) });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.querySelector("[data-live]");
        if (!answer.ok || fresh === null) {
            throw new Error("no such page any more");
        }
        setClock(fresh.dataset.now);
        replace(fresh);
        countDown();
        stale.hidden = true;
        refresh.hidden = true;
    } catch {
        stale.hidden = false;
        refresh.hidden = false;
    }
    next(EVERY);
}

function next(wait) {
    clearTimeout(timer);
    if (!document.hidden) {
        timer = setTimeout(update, wait);
    }
}

if (region) {
    setClock(region.dataset.now);
    refresh.hidden = true;
    setInterval(countDown, 250);
    next(EVERY);
    document.addEventListener("visibilitychange", () => next(0));
}
