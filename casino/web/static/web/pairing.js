// A screen that waits asks whether somebody has let it in. What is being typed on it stays there.

const EVERY = 4000; // milliseconds

async function ask() {
  try {
    const answer = await fetch(location.pathname, { credentials: "same-origin" });
    if (answer.redirected) return location.reload();
  } catch { /* no line: it is asked again */ }
  setTimeout(ask, EVERY);
}

setTimeout(ask, EVERY);
