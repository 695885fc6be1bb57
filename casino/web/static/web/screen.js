// The big screen: it goes round the tables of the room, and stays with a race until it is over.

import "./live.js";

const LONGEST = 90000; // milliseconds at one table, however long its round

const page = document.querySelector("live-page");
const every = Number(page.getAttribute("rotate")) * 1000;
let since = Date.now();

function next() {
  const stage = document.getElementById("stage");
  const tables = stage.dataset.tables.trim().split(" ");
  const stayed = Date.now() - since;
  if (tables.length < 2 || stayed < every || ("running" in stage.dataset && stayed < LONGEST)) return;
  page.dataset.shown = tables[(tables.indexOf(stage.dataset.table) + 1) % tables.length];
  since = Date.now();
  page.refresh();
}

if (every) setInterval(next, 1000);
