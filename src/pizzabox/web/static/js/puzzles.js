// The list of puzzles: what was solved on this device is ticked.
import { $, el } from "./dom.js";
import { say } from "./words.js";
import { setting } from "./settings.js";

const solved = new Set((setting("puzzle-solved") || "").split(" "));
for (const link of document.querySelectorAll("[data-puzzle]")) {
  if (!solved.has(link.dataset.puzzle)) continue;
  link.classList.add("solved");
  link.append(" ✓", el("span", { class: "unseen" }, say("pz_solved")));
}
for (const link of document.querySelectorAll("[data-next]")) {
  const open = [...document.querySelectorAll(`[data-puzzle^="${link.dataset.next}-"]`)].find((one) => !one.classList.contains("solved"));
  if (open) link.href = open.href;
}
const streak = Number(setting("puzzle-streak") || 0);
$("streak").textContent = streak ? say("pz_streak", { n: streak }) : say("pz_no_streak");
