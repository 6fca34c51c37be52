// The analysis board: set up any position, play all sides, see what the bot thinks and the game's own panels.
import { $, COLOURS, api, ask, el, notated, query, released, scored, toast, topping } from "./dom.js";
import { BoardWithoutTable } from "./board_without_table.js";
import { Editor } from "./editor.js";
import { ideaMore, ideaNet, ideaValue, ideasHead } from "./idea_list.js";
import { percent } from "./replay_player.js";
import { say } from "./words.js";

const DEPTHS = [0.3, 1, 3], OVEN_MS = 1000;
const past = [];
let at = -1, asked = 0, thoughtOf = "", panels = [], shownPanel = -1;

const now = () => past[at].board;
const about = (more) => ({ position: now().position, seat: now().seat, names: now().called, ...more });
const boardView = new BoardWithoutTable((message) => api("POST", "/api/board/do", about(message)), move);
const editor = new Editor(boardView.picker, about, (board) => step(board, [say("an_set_up")]), redraw);

async function move(message) {
  const made = await api("POST", "/api/board/do", about(message));
  step(made.board, [made.text, ...made.said]);
}

/** Go on to a new position; what lay ahead is forgotten. */
function step(board, said = []) {
  past.splice(at + 1);
  past.push({ board, said });
  at = past.length - 1;
  show();
}

function show() {
  const { board, said } = past[at];
  boardView.show(board, said.slice(1));
  $("back").disabled = at === 0;
  $("forward").disabled = at === past.length - 1;
  $("json").value = JSON.stringify(board.position, null, 1);
  $("json-error").hidden = true;
  history.replaceState(null, "", `${location.pathname}${board.called.some(Boolean) ? query(board.called) : ""}#${encodeURIComponent(board.code)}`);
  $("title").textContent = board.title;
  $("options-text").textContent = board.options;
  $("seat-field").hidden = board.actors.length < 2;
  $("seat").replaceChildren(...board.actors.map((seat) => el("option", { value: seat, selected: seat === board.seat }, board.names[seat])));
  $("moves-made").replaceChildren(...past.slice(1).map((one, i) => el("button", { type: "button", class: "small", "aria-current": i + 1 === at ? "true" : null, onclick: () => go(i + 1) }, one.said.length > 1 ? notated(one.said[0], one.said.slice(1)) : one.said[0] ?? say("an_set_up"))));
  editor.show(board);
  if (board.painting !== editor.painting) return void redraw();
  if (board.code === thoughtOf) return showPanels();
  thoughtOf = board.code;
  showPlayers(null);
  refresh();
}

/** Show the board anew, to be painted or to be played on. */
async function redraw() {
  const mine = at, code = now().code;
  const board = await api("POST", "/api/board", about({ position: code, painting: editor.painting }));
  if (past[mine]?.board.code !== code) return;
  past[mine].board = board;
  if (mine === at) show();
}

function go(to) {
  if (to < 0 || to >= past.length) return;
  at = to;
  show();
}

/** The players; once there is a thought, also their chances by the search and, if there is a net, by the net alone. */
function showPlayers(found) {
  const board = now(), chances = found?.visits ? found.chances : null;
  $("players").replaceChildren(...board.standing.map((standing) => {
    const chance = standing.player >= 0 && chances ? chances[standing.player] : null, net = chance === null ? undefined : found.net_chances?.[standing.player], name = board.called[standing.player];
    return el("li", { class: `player${board.actors.includes(standing.player) ? " acts" : ""}${standing.player < 0 ? " other" : ""}`, "data-colour": COLOURS[standing.colour] },
      topping(standing.colour),
      el("div", { class: "who" }, el("strong", {}, el("span", {}, name || standing.name)), el("span", { class: "notes" }, [...(name ? [standing.name] : []), ...standing.notes].join(", "))),
      el("div", { class: "score" }, scored(standing), chance === null ? null : el("span", { class: "chance" }, percent(chance), net === undefined ? null : el("span", { class: "by-net" }, ` ${say("net_chance", { n: Math.round(100 * net) })}`))),
      chance === null ? null : el("span", { class: "bar", "aria-hidden": "true", "--share": chance }));
  }));
}

/** Think about the position, longer and longer, and show the game's own panels. */
async function refresh() {
  const mine = ++asked;
  $("content").dataset.thought = "";
  $("ideas-list").replaceChildren(); // the ideas were about the previous position
  headIdeas(null);
  look(mine);
  if (now().over || !$("think").checked) return showThought(null);
  $("thinking").textContent = say("an_thinking");
  for (const seconds of DEPTHS) {
    let found;
    try {
      found = await hot(mine, () => api("POST", "/api/board/think", about({ seconds, warming: true })));
    } catch (error) {
      if (mine === asked) $("thinking").textContent = error.what;
      return;
    }
    await released($("content"));
    if (mine !== asked || !found) return;
    showThought(found);
  }
}

/** The result of thinking; shows progress while kernels are being compiled. Null if the position has changed meanwhile. */
async function hot(mine, think) {
  for (;;) {
    const found = await think();
    if (mine !== asked) return null;
    if (found.warming === undefined) return found;
    $("thinking").textContent = say("oven", { n: found.warming });
    await new Promise((done) => setTimeout(done, OVEN_MS));
  }
}

/** Headings when there are two columns of numbers, the search's and the net's, and what the second means. */
function headIdeas(found) {
  for (const id of ["ideas-columns", "net-note"]) $(id).hidden = !found?.net_chances;
  $("ideas-head").textContent = ideasHead(found?.secret);
}

function showThought(found) {
  $("ideas-list").replaceChildren();
  headIdeas(found);
  if (!found) return void ($("thinking").textContent = "");
  showPlayers(found);
  const scale = Math.max(...found.ideas.map((idea) => idea.weight), 0.01);
  $("thinking").textContent = say(!found.visits ? "an_unsure" : found.secret ? "an_mix" : "an_best", { n: found.visits || found.simulations, seconds: found.seconds });
  $("ideas-list").replaceChildren(...found.ideas.slice(0, 6).map((idea) => el("li", {},
    el("button", { type: "button", class: "link idea", onclick: () => move({ do: "move", tokens: undefined, text: idea.text }).catch((error) => boardView.wrong(error)) }, idea.words),
    ideaValue(idea, found.secret), ideaNet(idea),
    idea.value === null ? null : el("span", { class: "bar", "aria-hidden": "true", "--share": found.secret ? idea.weight / scale : idea.value }), ideaMore(idea))));
  $("content").dataset.thought = found.seconds;
}

async function look(mine) {
  try {
    const found = await api("POST", "/api/board/analysis", about({}));
    if (mine !== asked) return;
    panels = found;
  } catch {
    panels = [];
  }
  if (shownPanel >= panels.length || !Object.keys(panels[shownPanel]?.marks ?? {}).length) shownPanel = panels.findIndex((panel) => Object.keys(panel.marks).length);
  showPanels();
}

function showPanels() {
  $("panels").replaceChildren(...panels.map((panel, i) => el("section", { class: "box-part", "aria-label": panel.title },
    el("h3", {}, el("span", {}, panel.title), Object.keys(panel.marks).length ? el("label", { class: "inline" }, el("input", { type: "checkbox", ...(i === shownPanel ? { checked: true } : {}), onchange: (event) => { shownPanel = event.target.checked ? i : -1; showPanels(); } }), el("span", {}, say("an_on_board"))) : null),
    panel.rows.length ? el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": panel.title }, el("table", {},
      el("thead", {}, el("tr", {}, panel.head.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, panel.rows.map((row) => el("tr", {}, row.map((cell, k) => el(k ? "td" : "th", k ? {} : { scope: "row" }, cell))))))) : null,
    panel.note ? el("p", { class: "faint" }, panel.note) : null)));
  boardView.mark(panels[shownPanel]?.marks ?? {});
  $("content").dataset.panels = panels.length;
}

async function open(wish, where = "setup-error") {
  $(where).hidden = true;
  try {
    const board = await api("POST", "/api/board", wish);
    $("setup-box").close();
    step(board);
    return true;
  } catch (error) {
    $(where).textContent = error.what;
    $(where).hidden = false;
    return false;
  }
}

/** What was pasted: a record, JSON of a position, or a position code. */
function pasted(text) {
  return text.trimStart().startsWith("[") ? { record: text } : { position: text.trim() };
}

async function playHere() {
  const board = now(), bots = JSON.parse($("bots").textContent);
  const seat = el("select", {}, board.names.map((name, i) => el("option", { value: i, selected: i === board.seat }, name)));
  const bot = el("select", {}, bots.map(([name, called], i) => el("option", { value: name, selected: i === Math.floor(bots.length / 2) }, called)));
  const body = [el("label", { class: "field" }, el("span", {}, say("rv_fork_seat")), seat), el("label", { class: "field" }, el("span", {}, say("rv_fork_bot")), bot)];
  const sure = await ask({ title: say("rv_fork_title"), body, buttons: [["", say("cancel")], ["yes", say("rv_fork_open"), "primary"]] });
  if (sure !== "yes") return;
  try {
    const made = await api("POST", "/api/tables", { position: board.code, seats: board.names.map((_, i) => (i === Number(seat.value) ? { kind: "me" } : { kind: "bot", bot: bot.value })) });
    location.assign(made.url);
  } catch (error) {
    boardView.wrong(error);
  }
}

$("back").addEventListener("click", () => go(at - 1));
$("forward").addEventListener("click", () => go(at + 1));
$("new").addEventListener("click", () => $("setup-box").showModal());
$("fork").addEventListener("click", playHere);
$("think").addEventListener("change", refresh);
$("seat").addEventListener("change", () => {
  past[at].board.seat = Number($("seat").value);
  thoughtOf = "";
  redraw();
});
$("apply").addEventListener("click", () => open({ position: $("json").value }, "json-error"));
$("share").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    toast(say("copied"));
  } catch {
    toast(say("copy_failed"));
  }
});
$("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("typed-text").value.trim();
  if (text && (await boardView.picker.send({ do: "move", text }))) $("typed-text").value = "";
});
$("setup-start").addEventListener("submit", (event) => { event.preventDefault(); open({ game: $("setup-game").value, options: options() }); });
$("setup-paste").addEventListener("submit", (event) => { event.preventDefault(); open(pasted($("setup-text").value)); });

function options() {
  return Object.fromEntries($("setup-options").value.split(/\s+/).filter(Boolean).map((pair) => pair.split(/=(.*)/).slice(0, 2)));
}

const code = decodeURIComponent(location.hash.slice(1));
open(code ? { position: code, names: new URLSearchParams(location.search).getAll("name") } : { game: $("setup-game").value }).then((fine) => { if (!fine) $("setup-box").showModal(); });
