// A file of a large book takes a while to be made. The form says a ticket with its wish, and asks by it how far it has come;
// the browser saves the file by itself.

const form = document.querySelector(".export-form");
const box = document.querySelector(".export-progress");
const bar = box.querySelector("progress");
const words = box.querySelector("span");
const EVERY = 400;
const PATIENCE = 50; // answers that know nothing of it: the house refused, or its Redis is away

let asking = 0;

function newTicket() {
    return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function show(told) {
    box.hidden = false;
    words.textContent = told.done ? box.dataset.done : box.dataset.words;
    bar.hidden = told.done;
    if (told.total > 0) {
        bar.max = told.total;
        bar.value = told.read;
    } else {
        bar.removeAttribute("value");
    }
}

async function follow(ticket) {
    const mine = ++asking;
    for (let unknown = 0; unknown < PATIENCE && mine === asking; ) {
        await new Promise((wake) => setTimeout(wake, EVERY));
        const answer = await fetch(`${form.dataset.progress}${ticket}/`).catch(() => null);
        const told = answer?.ok ? await answer.json() : { read: 0, total: 0, done: false };
        if (mine !== asking) {
            return;
        }
        unknown = told.total > 0 ? 0 : unknown + 1;
        show(told);
        if (told.done) {
            return;
        }
    }
    box.hidden = true;
}

form.addEventListener("submit", () => {
    const ticket = newTicket();
    form.elements.ticket.value = ticket;
    show({ read: 0, total: 0, done: false });
    follow(ticket);
});
