// A puzzle: one position, one right move, then the solution, with the defence answering. Moves are checked by the server;
// the streak is kept on this device.
import { $, api, el } from "./dom.js";
import { BoardWithoutTable } from "./board_without_table.js";
import { say } from "./words.js";
import { set, setting } from "./settings.js";

const root = $("content"), { game, number, day } = root.dataset, path = `/api/puzzles/${encodeURIComponent(game)}/${number}`;
const boardView = new BoardWithoutTable((message) => api("POST", path, { ...message, at: solution ? shown : at }), answer);
let board, at = 0, tries = 0, done = false, solution = null, shown = 0;

const streak = () => Number(setting("puzzle-streak") || 0);
const solved = () => new Set((setting("puzzle-solved") || "").split(" ").filter(Boolean));

async function answer(message) {
  const found = await api("POST", path, { ...message, at });
  if (!found.right) {
    tries += 1;
    if (!done && tries === 1) set("puzzle-streak", "");
    verdict(false, say("pz_wrong"), found.lines);
    boardView.show(board);
    return;
  }
  at = found.at;
  board = found.board;
  boardView.show(board, found.said);
  if (found.done) await finish(found.lines);
  else verdict(true, say("pz_on"), found.lines);
}

async function finish(lines) {
  const known = solved(), key = `${game}-${number}`;
  if (!done && tries === 0 && !known.has(key)) set("puzzle-streak", String(streak() + 1));
  set("puzzle-solved", [...known.add(key)].slice(-2000).join(" "));
  if (day) set("puzzle-day", day);
  done = true;
  verdict(true, say("pz_solved_it"), lines);
  $("next").classList.add("primary");
  await tell((found) => found.steps.length);
}

function verdict(right, title, lines) {
  root.dataset.verdict = right ? "right" : "wrong";
  root.dataset.at = at;
  $("verdict").hidden = false;
  $("verdict").className = `box-part verdict ${right ? "good-box" : "bad-box"}`;
  $("verdict").replaceChildren(el("h2", {}, `${right ? "✓" : "✗"} ${title}`), ...lines.map((text) => el("p", {}, text)));
  showStreak();
}

function showStreak() {
  $("streak").textContent = streak() ? say("pz_streak", { n: streak() }) : say("pz_no_streak");
  $("done-before").hidden = !solved().has(`${game}-${number}`);
}

/** Fetch the whole solution and show it at a step. */
async function tell(where) {
  solution ??= await api("GET", `${path}/answer`);
  $("analyse").href = `/analysis#${encodeURIComponent(solution.code)}`;
  $("solution").hidden = false;
  $("solution-moves").replaceChildren(...solution.steps.map((step, i) => el("li", {},
    el("button", { type: "button", class: "log-line", onclick: () => turnTo(i) }, el("span", {}, step.said.join(" "), el("small", { "aria-hidden": "true" }, el("code", {}, step.text)))))));
  turnTo(where(solution));
}

/** The board before a step of the solution, with its move marked in the order of touching; after the last, the end. */
function turnTo(step) {
  shown = Math.max(0, Math.min(step, solution.steps.length));
  const next = solution.steps[shown];
  boardView.show(next ? next.board : solution.last, shown ? solution.steps[shown - 1].said : []);
  if (next) boardView.mark(Object.fromEntries(next.tokens.map((token, i) => [token, i + 1])));
  [...$("solution-moves").children].forEach(({ firstChild: button }, i) => (i === shown ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current")));
  $("solution-back").disabled = shown === 0;
  $("solution-on").disabled = !next;
  root.dataset.shown = shown;
}

$("solution-back").addEventListener("click", () => turnTo(shown - 1));
$("solution-on").addEventListener("click", () => turnTo(shown + 1));
$("give-up").addEventListener("click", async () => {
  try {
    await tell(() => 0);
    if (!done) set("puzzle-streak", "");
    done = true;
    verdict(false, say("pz_answer"), solution.lines);
  } catch (error) {
    boardView.wrong(error);
  }
});
$("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("typed-text").value.trim();
  if (text && (await boardView.picker.send({ do: "move", text }))) $("typed-text").value = "";
});

try {
  board = await api("GET", path);
  boardView.show(board);
  root.dataset.ready = "yes";
} catch (error) {
  boardView.wrong(error);
}
showStreak();
