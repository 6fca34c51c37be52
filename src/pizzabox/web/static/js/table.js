// A table: puts the parts together.
import { $, announce, ask, askRow, el, keep, toast } from "./dom.js";
import { say } from "./words.js";
import { Actions } from "./actions.js";
import { Handover } from "./handover.js";
import { openLegend } from "./legend.js";
import { keepName, nameField } from "./your_name.js";
import { notify } from "./notify.js";
import { Picker } from "./picker.js";
import { Picture } from "./picture.js";
import { Players } from "./players.js";
import { Result } from "./result.js";
import { openRules } from "./rules.js";
import { Socket } from "./socket.js";
import { play } from "./sound.js";
import { SpokenPosition } from "./spoken_position.js";
import { Store } from "./store.js";
import { LogAndChat } from "./log_and_chat.js";
import { warming } from "./warming.js";
import { Tooltip } from "./tooltip.js";

const root = $("content"), title = document.title;
const store = new Store();
const picture = new Picture($("stage"));
const socket = new Socket(`/ws/${encodeURIComponent(root.dataset.table)}`, { message, state });
const picker = new Picker(picture, store, socket, { ask: askMove, lines: (lines) => logAndChat.lines(lines), played: () => logAndChat.played() });
const logAndChat = new LogAndChat(store, socket, picker);
const result = new Result(store);
const actions = new Actions(store, socket, picker, result);
const players = new Players(store, socket, (seat) => socket.see(seat));
const handover = new Handover(store, socket, actions);
const spoken = new SpokenPosition(async () => (await socket.send({ do: "spoken" })).spoken);
result.buttons = () => [actions.review(), ...actions.again(store.table.rematch)];
picker.tooltip = new Tooltip(picture, async (thing) => (await socket.send({ do: "what", thing })).what);
/** How long an event is shown: as long as it takes to read, longer for a reveal, shorter at a quicker table. */
const WORD_MS = 250, HOLD_MS = 2500, CALM_PACE = 1.2;
/** Letters of a prompt that fit on two lines of a phone. */
const TWO_LINES = 80;
let countdown = 0, invited = false, looked = null, task = "";

/** The row for a move in progress takes the place of the actions while it is there, and the prompt says how it goes on. */
function askMove(buttons) {
  askRow(buttons);
  $("actions").classList.toggle("aside", Boolean(buttons?.length));
  prompt();
}

/** The prompt goes with the picture that is shown, which may wait for its turn. */
function prompt() {
  if (!store.table) return;
  if (!picture.busy) task = store.table.prompt;
  const { chosen, answer } = picker;
  const text = (chosen.length && (answer?.complete ? answer.loses : answer?.sentence)) || task;
  $("prompt").textContent = text;
  $("prompt").classList.toggle("long", text.length > TWO_LINES);
}

function message(news) {
  if (news.type === "warming") return warming(news);
  const ended = Boolean(store.table?.result), before = store.table?.rematch;
  const seen = store.apply(news);
  if (!seen) return;
  const { table } = store, { changed } = seen, { log } = table;
  if (news.type === "presence") return players.show();
  root.dataset.version = table.version;
  if (table.rematch && before === null && table.you.seats.length) return location.assign(table.rematch);
  handover.show();
  const stages = news.picture?.stages ?? news.stages ?? [];
  let shown = Promise.resolve();
  picture.pace = table.pace / CALM_PACE;
  if (seen.whole) picture.begin(table.picture);
  else if (news.picture) shown = picture.update(news.picture, stages, reading(news));
  if (seen.whole) looked = null;
  const said = news.said ?? (seen.whole ? lastSaid() : []);
  if (!seen.whole) for (const line of said) announce(line);
  shown.then(() => {
    logAndChat.showLog(log); // later entries are not shown yet
    if (seen.gone) logAndChat.tell(takenBack(seen.gone), true); // what was said about that move is gone too
    if (said.length) logAndChat.tell(said, seen.whole);
  });
  if (news.sound) play(news.sound);
  if (changed.has("chat")) logAndChat.showChat(!seen.whole && news.chat?.length);
  if (picture.busy) picker.dress();
  shown.then(() => {
    if (picture.busy) return;
    show();
    if (table.result && !ended && !seen.first) showResult();
    else if ($("result").open) result.fill();
  });
  if (seen.first) arrive();
}

/** Milliseconds for reading what a message says. */
function reading({ said = [], sound, log = [] }) {
  const { result: over, you } = store.table, large = sound === "reveal" || over;
  const words = you.seats.includes(log.at(-1)?.seat) ? 0 : said.join(" ").split(" ").length; // who moved knows
  return large ? HOLD_MS : Math.min(HOLD_MS, words * WORD_MS);
}

/** Show the result once the last picture has been seen. */
async function showResult() {
  await picture.looked();
  setTimeout(() => result.open(), 500);
}

/** What is said instead of a move that was taken back. */
function takenBack(line) {
  if (line.text === null || store.table.you.seats.includes(line.seat)) return lastSaid();
  const text = say("took_back", { name: store.name(line.seat) });
  announce(text);
  return [text];
}

function lastSaid() {
  return store.table.log.at(-1)?.words ?? [];
}

function show() {
  const { table } = store, turn = store.myTurn;
  prompt();
  document.body.classList.toggle("my-turn", turn);
  const wanted = store.question ?? (turn ? table.prompt : null);
  document.title = wanted ? `● ${say(store.question ? "your_answer" : "your_turn")} · ${title}` : title;
  if (wanted && !called) notify(title, wanted, table.id);
  called = Boolean(wanted);
  $("options-text").textContent = table.options_text ?? "";
  document.body.classList.toggle("over", Boolean(table.result));
  players.show();
  picture.call(store.names);
  logAndChat.showLog(table.log);
  actions.show();
  picker.refresh();
  if (turn && lastPrompt !== table.prompt) announce(table.prompt);
  lastPrompt = turn ? table.prompt : null;
  spoken.show();
  if (store.question !== asked && store.question) announce(store.question);
  asked = store.question;
  follow();
}
let lastPrompt = null, called = false, asked = null; // the prompt, whether we called, and the question that were said last

/** On a shared device look from the seat that acts; where that needs a hand-over the server says so. */
function follow() {
  const { you, seats, handover, result: over } = store.table;
  if (over || (handover !== null && handover !== undefined) || you.seats.length < 2) return;
  if (you.look !== null && seats[you.look]?.acts) return;
  const next = seats.find((seat) => seat.acts && you.seats.includes(seat.seat));
  if (next && next.seat !== you.look && looked !== next.seat) {
    looked = next.seat;
    socket.see(next.seat);
  }
}

/** On arrival, guests with an invitation are offered a seat and the host gets the link. */
async function arrive() {
  const { you, invite, seats, result: over } = store.table;
  const here = new URL(location.href), code = here.searchParams.get("invite");
  if (code && !you.seats.length && !over && seats.some((seat) => seat.kind === "open")) {
    const { input, field } = nameField("join-name");
    const body = [el("p", {}, say("take_text")), field];
    const sure = await ask({ title: say("take_title"), body, buttons: [["", say("take_watch")], ["yes", say("take_go"), "primary"]] });
    if (sure !== "yes") return;
    if (input.value.trim()) keepName(input.value);
    await players.join({ invite: code, name: input.value.trim() });
  } else if (invite && you.host && !invited) actions.invite();
  invited = true;
}

function state(how, detail) {
  const banner = $("banner");
  clearInterval(countdown);
  document.body.dataset.connection = how;
  if (how === "open") {
    banner.hidden = true;
    if (detail) toast(say("back"));
  } else if (how === "gone") location.reload();
  else {
    let left = Math.ceil(detail ?? 0);
    const write = () => {
      const text = how === "lost" ? `${say("lost")} ${say("lost_retry", { n: left })}` : how === "trying" ? `${say("lost")} ${say("lost_trying")}` : say("connecting");
      keep(banner, [el("span", {}, text, socket?.unsent ? ` ${say("unsent")}` : ""), el("button", { type: "button", class: "small", onclick: () => socket.now() }, say("lost_now"))]);
      left = Math.max(0, left - 1);
    };
    write();
    banner.hidden = how === "connecting";
    if (how === "lost") countdown = setInterval(write, 1000);
  }
}

$("do-legend").addEventListener("click", () => openLegend(root.dataset.game));
document.addEventListener("rules", (event) => openRules(root.dataset.game, event.detail));
socket.open();
