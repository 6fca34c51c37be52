// A guided first game: the board of a real table, a word at every step, and a server that remembers nothing: the
// number of the step, kept in the address, says where the learner is.
import { $, announce, api, askRow, el, toast } from "./dom.js";
import { say } from "./words.js";
import { openLegend } from "./legend.js";
import { Picker } from "./picker.js";
import { Picture } from "./picture.js";
import { Players } from "./players.js";
import { openRules } from "./rules.js";
import { SpokenPosition } from "./spoken_position.js";
import { Store } from "./store.js";
import { Tooltip } from "./tooltip.js";

const root = $("content"), { game } = root.dataset, last = Number(root.dataset.steps) - 1;
const store = new Store();
const picture = new Picture($("stage"));
let step = 0, calls = 0, shownMove = null, happened = [];

/** Takes the place of a table's socket: every message carries the number of the step. */
const connection = {
  async send(message) {
    const asked = step;
    const answer = await api("POST", `/api/learn/${encodeURIComponent(game)}`, { ...message, step: asked });
    if (asked !== step) throw { what: "", rule: "" };
    if (answer.type === "other") {
      answered(answer);
      throw { what: "", rule: "" };
    }
    if (answer.type === "on") await goOn(answer);
    return answer;
  },
};
const panel = { ask, lines, played: () => { happened = []; note(); } };
const picker = new Picker(picture, store, connection, panel);
const players = new Players(store, connection, () => {});
picker.tooltip = new Tooltip(picture, async (thing) => (await connection.send({ do: "what", thing })).what);
const spoken = new SpokenPosition(async () => (await connection.send({ do: "spoken" })).spoken);

/** The row for a move in progress takes the place of the lesson's own buttons while it is there. */
function ask(buttons) {
  askRow(buttons);
  $("lesson-buttons").classList.toggle("aside", Boolean(buttons?.some((button) => button.id === "confirm")));
}

function lines(texts) {
  const shown = texts ?? happened;
  $("status").classList.toggle("preview", Boolean(texts));
  $("status").replaceChildren(...shown.map((text) => el("p", {}, text)));
}

/** What is wrong with a move, beside the lesson, until the next try. */
function note(...texts) {
  $("lesson-note").hidden = !texts.length;
  $("lesson-note").classList.remove("right");
  $("lesson-note").replaceChildren(...texts.filter(Boolean).map((text) => el("p", {}, text)));
  if (texts.length) $("lesson-note").scrollIntoView({ block: "nearest" });
}

/** The lesson's answer to another legal move; if that was right too, the lesson's own move glows now. */
function answered({ what, right, glow }) {
  note(say(right ? "lesson_right" : store.table.lesson.choice ? "lesson_wrong" : "lesson_other"), what);
  $("lesson-note").classList.toggle("right", right);
  if (right) picker.hint(glow);
}

async function goOn(answer) {
  step = answer.table.lesson.step;
  happened = answer.said;
  history.replaceState(null, "", `#${step + 1}`);
  store.apply(answer.table);
  for (const text of answer.said) announce(text);
  lines(null);
  await picture.update(answer.table.picture, answer.stages);
  show();
}

/** Go to a step. If two are asked for at once, the later one counts, whichever answer comes first. */
async function open(number) {
  const call = calls += 1;
  try {
    const table = await api("POST", `/api/learn/${encodeURIComponent(game)}`, { do: "step", step: number });
    if (call !== calls) return;
    step = number;
    happened = [];
    history.replaceState(null, "", `#${step + 1}`);
    store.apply(table);
    picture.begin(table.picture);
    show();
  } catch (error) {
    toast(error.what, error.rule);
  }
}

function show() {
  const { lesson, prompt, result } = store.table;
  shownMove = null;
  note();
  $("lesson-count").textContent = say("lesson_count", { n: step + 1, of: last + 1 });
  $("lesson-progress").value = step + 1;
  $("lesson-choice").hidden = !lesson.choice;
  $("lesson-text").replaceChildren(...lesson.text.split("\n").filter(Boolean).map((text) => el("p", {}, text)),
    ...(lesson.points.length ? [el("ul", {}, lesson.points.map((point) => el("li", {}, point)))] : []));
  $("prompt").textContent = lesson.moves || result ? prompt : "";
  $("prompt").hidden = !$("prompt").textContent;
  $("lesson-back").disabled = step === 0;
  $("lesson-next").hidden = lesson.moves || step === last;
  $("lesson-show").hidden = !lesson.moves;
  $("lesson-show").textContent = say("lesson_show");
  $("lesson-end").hidden = step !== last;
  document.body.classList.toggle("my-turn", lesson.moves);
  document.body.classList.toggle("ended", step === last);
  document.querySelector(".lesson").scrollTop = 0;
  players.show();
  picture.call(store.names);
  picker.refresh();
  if (!lesson.moves) store.table.tokens = {};
  picker.hint(lesson.glow);
  lines(null);
  spoken.show();
  root.dataset.step = root.dataset.version = step;
  announce($("lesson-text").textContent);
}

/** The first press lights up what to touch, the second plays it. */
async function showMove() {
  try {
    if (shownMove) {
      picker.clear();
      ask(null);
      return await picker.send({ do: "move", seat: store.seat, tokens: shownMove.tokens });
    }
    shownMove = await connection.send({ do: "show" });
    picker.clear();
    picker.rest();
    ask(null);
    picker.hint(shownMove.tokens);
    note(say("lesson_shown"));
    $("lesson-show").textContent = say("lesson_play");
  } catch (error) {
    if (error.what) toast(error.what, error.rule);
  }
}

$("lesson-next").addEventListener("click", () => {
  if (!picture.busy) connection.send({ do: "next" }).catch((error) => error.what && toast(error.what, error.rule));
});
$("lesson-show").addEventListener("click", showMove);
$("lesson-back").addEventListener("click", () => { if (step > 0 && !picture.busy) open(step - 1); });
$("lesson-rules").addEventListener("click", () => openRules(game, store.table?.chapter));
$("do-legend").addEventListener("click", () => openLegend(game));
document.addEventListener("rules", (event) => openRules(game, event.detail));
function arrive() {
  const asked = Number(location.hash.slice(1)) - 1;
  open(Number.isInteger(asked) && asked >= 0 && asked <= last ? asked : 0);
}
addEventListener("hashchange", arrive);
arrive();
