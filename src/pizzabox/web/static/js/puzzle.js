// A puzzle: one position, one best move. Answers are checked by the server; the streak is kept on this device.
import { $, api, el } from "./dom.js";
import { Desk } from "./desk.js";
import { say } from "./words.js";
import { set, setting } from "./settings.js";

const root = $("content"), { game, number, day } = root.dataset, path = `/api/puzzles/${encodeURIComponent(game)}/${number}`;
const desk = new Desk((message) => api("POST", path, message), answer);
let board, tries = 0, done = false;

const streak = () => Number(setting("puzzle-streak") || 0);
const solved = () => new Set((setting("puzzle-solved") || "").split(" ").filter(Boolean));

async function answer(message) {
  const found = await api("POST", path, message);
  if (found.right) finish(found.lines);
  else {
    tries += 1;
    if (!done && tries === 1) set("puzzle-streak", "");
    verdict(false, say("pz_wrong"), found.lines);
    desk.show(board, found.lines);
  }
}

function finish(lines) {
  const known = solved(), key = `${game}-${number}`;
  if (!done && tries === 0 && !known.has(key)) set("puzzle-streak", String(streak() + 1));
  set("puzzle-solved", [...known.add(key)].slice(-2000).join(" "));
  if (day) set("puzzle-day", day);
  done = true;
  verdict(true, say("pz_right"), lines);
  $("next").classList.add("primary");
}

function verdict(right, title, lines) {
  root.dataset.verdict = right ? "right" : "wrong";
  $("verdict").hidden = false;
  $("verdict").className = `box-part verdict ${right ? "good-box" : "bad-box"}`;
  $("verdict").replaceChildren(el("h2", {}, `${right ? "✓" : "✗"} ${title}`), ...lines.map((line) => el("p", {}, line)));
  showStreak();
}

function showStreak() {
  $("streak").textContent = streak() ? say("pz_streak", { n: streak() }) : say("pz_no_streak");
  $("done-before").hidden = !solved().has(`${game}-${number}`);
}

$("give-up").addEventListener("click", async () => {
  try {
    const found = await api("GET", `${path}/answer`);
    if (!done) set("puzzle-streak", "");
    done = true;
    verdict(false, say("pz_answer", { move: found.answer }), found.lines);
  } catch (error) {
    desk.wrong(error);
  }
});
$("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("typed-text").value.trim();
  if (text && (await desk.picker.send({ do: "move", text }))) $("typed-text").value = "";
});

try {
  board = await api("GET", path);
  desk.show(board);
  root.dataset.ready = "yes";
} catch (error) {
  desk.wrong(error);
}
showStreak();
