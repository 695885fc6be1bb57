// This phone's part in the deal: entropy of its own, promised before the off and revealed after. See docs/fair-1.md.
// What it saw meanwhile is kept, and the verifier finds it.

const KEPT = "casino.entropy.";

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function keep(round, facts) {
  try { localStorage.setItem(KEPT + round, JSON.stringify(facts)); } catch { /* then nothing is promised twice the same */ }
}

function kept(round) {
  try { return JSON.parse(localStorage.getItem(KEPT + round)); } catch { return null; }
}

async function send(round, what, facts) {
  const token = document.querySelector('input[name="csrfmiddlewaretoken"]')?.value ?? "";
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const answer = await fetch(`/play/rounds/${round}/${what}/`, { method: "POST", headers, body: JSON.stringify(facts), credentials: "same-origin" });
  return answer.ok && (await answer.json()).taken;
}

let busy = false;

async function take() {
  const part = document.getElementById("promise")?.dataset;
  if (!part?.round || busy || !globalThis.FairDealing) return;
  busy = true;
  try {
    if (part.phase === "promise") await promise(part);
    else await reveal(part);
  } catch { /* no line: it is tried again with the next answer */ }
  busy = false;
}

async function promise({ round, number, table, anchor, seat }) {
  if (kept(round)?.seat === seat) return;
  const entropy = hex(crypto.getRandomValues(new Uint8Array(32)));
  const commitment = FairDealing.commitment(table, Number(number), seat, entropy);
  if (await send(round, "promise", { commitment })) keep(round, { seat, anchor, entropy, commitment });
}

/** Only once its own promise stands in what the house has frozen; the digest of that is kept for the verifier. */
async function reveal({ round, off, digest }) {
  const own = kept(round);
  if (!own || own.revealed || !off.includes(own.commitment) || FairDealing.sha256Hex(off) !== digest) return;
  keep(round, { ...own, digest, revealed: await send(round, "reveal", { entropy: own.entropy }) });
}

addEventListener("house:shown", take);
addEventListener("htmx:afterSettle", take);
addEventListener("load", take);
