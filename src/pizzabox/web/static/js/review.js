// The review of a game: the player, a bot's opinion made in the background, downloads, and playing on from any point.
import { $, api, ask, el, notated, query, toast, topping } from "./dom.js";
import { ideaMore, ideaNet, ideaValue, ideasHead } from "./idea_list.js";
import { ReplayPlayer, minus } from "./replay_player.js";
import { say } from "./words.js";

const root = $("content"), id = encodeURIComponent(root.dataset.id), base = `/api/review/${id}`;
const here = new URL(location.href), bots = JSON.parse($("bots").textContent);
let player, polling = 0, opinion = { state: "none" };

const source = {
  frames: (view, from, to) => api("GET", `${base}/frames?view=${view}&from=${from}&to=${to}`),
  log: async (view) => (await api("GET", `${base}?view=${view}`)).log,
};

async function begin() {
  try {
    const replay = await api("GET", base);
    player = new ReplayPlayer(replay, source, moved);
    const view = here.searchParams.get("view"), move = Number(here.searchParams.get("move") ?? 0);
    if (view && [...$("view").options].some((option) => option.value === view)) player.view = view;
    if (player.view !== "open") await player.look(player.view);
    await player.go(Number.isInteger(move) ? move : 0);
    take(await api("GET", `${base}/opinion`));
  } catch (error) {
    toast(error.what ?? String(error));
  }
}

function moved(frame, error) {
  if (error) return toast(error.what ?? String(error));
  here.searchParams.set("move", frame.n);
  here.searchParams.set("view", player.view);
  history.replaceState(null, "", here);
  $("aside").hidden = true;
  showIdeas(frame.n);
}

// The bot's opinion

function take(found) {
  opinion = found;
  const busy = found.state === "waiting" || found.state === "running", known = Boolean(found.chances);
  $("think-go").hidden = busy || found.state === "done";
  $("think-stop").hidden = !busy;
  $("progress").hidden = !busy;
  $("think-about").hidden = known;
  if (known) {
    $("progress").max = found.total;
    $("progress").value = found.done;
    player.think(found);
  }
  $("progress-text").textContent = busy ? progress(found) : found.state === "stopped" ? say("rv_stopped") : found.state === "failed" ? say("rv_failed") : known ? say("rv_by", { level: new Map(bots).get(found.level) ?? found.level, seconds: found.seconds }) : "";
  root.dataset.opinion = found.state;
  showMistakes();
  showIdeas(player.n);
  clearTimeout(polling);
  if (busy) polling = setTimeout(poll, 700);
}

function progress({ state, warming, done, total }) {
  if (warming !== undefined) return say("oven", { n: warming });
  return state === "waiting" ? say("rv_waiting") : say("rv_progress", { done, total });
}

async function poll() {
  try {
    take(await api("GET", `${base}/opinion`));
  } catch {
    polling = setTimeout(poll, 3000);
  }
}

async function order(method) {
  try {
    await api(method, `${base}/opinion`);
    await poll();
  } catch (error) {
    toast(error.what);
  }
}

/** What the bot would have played instead of the next move; each can be looked at on the board. */
function showIdeas(n) {
  const move = opinion.moves?.[n];
  $("ideas").hidden = !move;
  if (!move) return;
  const seat = player.replay.seats[move.seat], scale = Math.max(...move.ideas.map((one) => one.weight), 0.01);
  $("ideas-title").textContent = say(move.secret ? "rv_mix" : "rv_best", { name: seat.name });
  $("ideas-head").textContent = ideasHead(move.secret);
  $("ideas-list").replaceChildren(...move.ideas.map((idea) => el("li", { class: idea.text === move.text ? "played" : null },
    el("button", { type: "button", class: "link idea", title: say("rv_try"), onclick: () => tryVariation(n, idea) }, idea.words), idea.text === move.text ? el("em", {}, say("rv_played")) : null,
    ideaValue(idea, move.secret), ideaNet(idea),
    idea.value === null ? null : el("span", { class: "bar", "aria-hidden": "true", "--share": move.secret ? idea.weight / scale : idea.value }), ideaMore(idea))));
  $("ideas-note").textContent = judged(move);
  for (const id of ["net-head", "net-note"]) $(id).hidden = !move.net_chances;
  $("net-chances").textContent = move.net_chances ? say("rv_net", { list: player.replay.seats.map(({ name, seat: i }) => say("rv_graph_line", { name, share: Math.round(100 * move.net_chances[i]) })).join(", ") }) : "";
}

/** A move's idea, by its text. */
const idea = ({ ideas }, text) => ideas.find((one) => one.text === text);

function judged({ loss, sure, visits, ...rest }) {
  const move = idea(rest, rest.text).words;
  if (loss === null) return say("rv_unjudged", { move });
  const words = loss === 0 ? say("rv_fine", { move }) : say(sure ? "rv_cost" : "rv_close", { move, loss: Math.round(loss * 100) });
  return `${words} ${say("rv_visits", { n: visits })}`;
}

/** The moves of a variation on the board, one after the other. */
async function tryVariation(n, { text: first, line: variation }) {
  try {
    const moves = [first, ...variation].map((text) => `&play=${encodeURIComponent(text)}`).join("");
    const frames = await api("GET", `${base}/line?move=${n}&view=${player.view}${moves}`);
    if (player.n !== n) return;
    const show = (i) => {
      player.peek(frames[i]);
      $("aside").replaceChildren(el("span", {}, say("rv_instead", { n: n + 1 })),
        ...frames.map((frame, k) => el("button", { type: "button", class: "small", "aria-current": k === i ? "true" : null, onclick: () => show(k) }, notated(frame.text, frame.words))),
        el("button", { type: "button", class: "small primary", onclick: () => player.go(n) }, say("rv_return")));
      $("aside").hidden = false;
    };
    show(0);
    $("stage").scrollIntoView({ block: "nearest" });
  } catch (error) {
    toast(error.what ?? String(error));
  }
}

function showMistakes() {
  const list = opinion.mistakes ?? [];
  $("mistakes").hidden = opinion.state !== "done";
  $("mistakes-list").replaceChildren(...(list.length ? list.map(({ n, seat, loss }) => {
    const move = opinion.moves[n - 1], best = idea(move, move.best), played = idea(move, move.text);
    return el("li", {}, el("button", { type: "button", class: "log-line", onclick: () => { player.pause(); player.go(n - 1); } },
      topping(player.replay.seats[seat].colour), el("span", {}, el("b", { class: "bad" }, minus(loss)), " ", say("rv_mistake", { n, move: played.words, better: best.words, from: Math.round(best.value * 100), to: Math.round(move.worth * 100) }))));
  }) : [el("li", { class: "none" }, say("rv_none"))]));
}

// Taking it along, playing on

async function share() {
  const input = el("input", { readonly: true, value: location.href, "aria-label": say("rv_link") });
  try {
    await navigator.clipboard.writeText(location.href);
    toast(say("copied"));
  } catch {
    await ask({ title: say("rv_link"), body: [el("p", {}, say("copy_failed")), input], buttons: [["", say("close")]] });
  }
}

function download() {
  const { n, view } = player, theme = document.documentElement.dataset.theme || "light", q = `view=${view}&theme=${theme}`;
  const links = [["record", say("rv_record")], [`picture.svg?move=${n}&${q}`, say("rv_svg")], [`picture.png?move=${n}&${q}`, say("rv_png")],
    [`animation.svg?${q}`, say("rv_moving")], [`page.html?view=${view}`, say("rv_page")]];
  $("downloads").replaceChildren(...links.map(([path, text]) => el("a", { class: "button", href: `${base}/${path}`, download: "" }, text)));
  $("download-box").showModal();
}

async function fork() {
  player.pause();
  const { seats } = player.replay, mover = opinion.moves?.[player.n]?.seat ?? player.log[player.n]?.seat ?? 0;
  const seat = el("select", {}, seats.map((one) => el("option", { value: one.seat, selected: one.seat === mover }, one.name)));
  const bot = el("select", {}, bots.map(([name, called], i) => el("option", { value: name, selected: i === Math.floor(bots.length / 2) }, called)));
  const body = [el("p", {}, say("rv_fork_text", { n: player.n })), el("label", { class: "field" }, el("span", {}, say("rv_fork_seat")), seat), el("label", { class: "field" }, el("span", {}, say("rv_fork_bot")), bot)];
  const sure = await ask({ title: say("rv_fork_title"), body, buttons: [["", say("cancel")], ["yes", say("rv_fork_open"), "primary"]] });
  if (sure !== "yes") return;
  try {
    const { code } = await api("GET", `${base}/position?move=${player.n}`);
    const made = await api("POST", "/api/tables", { position: code, seats: seats.map((one) => (one.seat === Number(seat.value) ? { kind: "me" } : { kind: "bot", bot: bot.value })) });
    location.assign(made.url);
  } catch (error) {
    toast(error.what);
  }
}

async function analyse() {
  try {
    const { code } = await api("GET", `${base}/position?move=${player.n}`);
    location.assign(`/analysis${query(player.replay.seats.map((seat) => seat.called))}#${encodeURIComponent(code)}`);
  } catch (error) {
    toast(error.what);
  }
}

for (const [button, act] of Object.entries({ "think-go": () => order("POST"), "think-stop": () => order("DELETE"), share, download, fork, analyse })) $(button).addEventListener("click", act);
begin();
