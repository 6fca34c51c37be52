// Setting up a table, from what the games say about themselves.
import { $, api, el, topping } from "./dom.js";
import { favouriteSeat, keepName, yourName } from "./your_name.js";
import { setting } from "./settings.js";
import { say } from "./words.js";

const games = JSON.parse($("games-data").textContent);
const form = $("setup");
let game = games.find((one) => one.name === form.dataset.chosen) ?? games[0];
let values = {}, sitting = [];

const usual = () => Object.fromEntries(game.options.map((option) => [option.name, option.default]));
const applies = (option) => Object.entries(option.when ?? {}).every(([name, wanted]) => wanted.includes(values[name]));
const named = (option, choice) => option.labels?.[choice] ?? String(choice);
const usualBot = () => game.usual_bot;

function chooseGame(name) {
  game = games.find((one) => one.name === name) ?? game;
  values = usual();
  sitting = [];
  $("setup-games").replaceChildren(...games.map((one) => el("label", { class: "choice picture" },
    el("input", { type: "radio", name: "game", value: one.name, ...(one === game ? { checked: true } : {}), onchange: () => chooseGame(one.name) }),
    el("img", { src: one.picture, alt: "", width: 96, height: 96 }),
    el("strong", {}, one.title))));
  $("setup-summary").textContent = game.summary;
  $("setup-learn").hidden = !game.learn;
  $("setup-learn").firstElementChild.href = game.learn;
  drawOptions();
}

function drawOptions() {
  const players = game.options.find((option) => option.name === "players");
  $("setup-players").replaceChildren(...(players && players.low !== players.high ? [field(players)] : []));
  const others = game.options.filter((option) => option.name !== "players" && applies(option) && !(option.choices?.length < 2));
  for (const [where, part] of [["setup-options", others.filter((one) => !one.rare)], ["setup-rare", others.filter((one) => one.rare)]]) {
    $(where).replaceChildren(...part.map(field));
    $(`${where}-set`).hidden = !part.length;
  }
  drawSeats();
}

function set(option, value) {
  values[option.name] = value;
  // An option that no longer applies goes back to its usual value.
  for (const other of game.options) if (!applies(other)) values[other.name] = other.default;
  const focused = document.activeElement?.name, chosen = document.activeElement?.value;
  drawOptions();
  if (focused) [...form.querySelectorAll(`[name="${CSS.escape(focused)}"]`)].find((node) => node.type !== "radio" || node.value === chosen)?.focus();
}

function field(option) {
  const help = `help-${option.name}`, name = `option-${option.name}`, value = values[option.name];
  const described = option.help ? el("small", { id: help }, option.help) : null;
  const by = option.help ? { "aria-describedby": help } : {};
  if (option.kind === "switch")
    return el("label", { class: "check" }, el("input", { type: "checkbox", name, ...by, ...(value ? { checked: true } : {}), onchange: (event) => set(option, event.target.checked) }), el("span", {}, option.label, described));
  const few = option.kind === "number" && option.high - option.low < 6;
  const choices = option.kind === "choice" ? option.choices : few ? Array.from({ length: option.high - option.low + 1 }, (_, i) => option.low + i) : null;
  if (choices && (few || choices.length <= 5))
    return el("div", { class: "field", role: "radiogroup", "aria-label": option.label, ...by }, el("span", {}, option.label),
      el("div", { class: "choices" }, choices.map((choice) => el("label", { class: "choice" },
        el("input", { type: "radio", name, value: choice, ...(choice === value ? { checked: true } : {}), onchange: () => set(option, choice) }), el("span", {}, named(option, choice))))), described);
  const input = choices
    ? el("select", { name, ...by, onchange: (event) => set(option, event.target.value) }, choices.map((choice) => el("option", { value: choice, ...(choice === value ? { selected: true } : {}) }, named(option, choice))))
    : el("input", { type: "number", name, ...by, min: option.low, max: option.high, value, inputmode: "numeric", required: true, onchange: (event) => { if (event.target.checkValidity()) set(option, Number(event.target.value)); } });
  return el("label", { class: "field" }, el("span", {}, option.label), input, described);
}

let asked = 0;
async function drawSeats() {
  const n = Number(values.players ?? game.players[0]), turn = ++asked;
  const liked = favouriteSeat(game.colours), mine = sitting.length ? -1 : liked < n ? liked : 0;
  while (sitting.length < n) sitting.push(sitting.length === mine ? { kind: "me", name: setting("name") } : { kind: "bot", bot: usualBot(), name: "" });
  sitting.length = n;
  for (const seat of sitting) if (seat.kind === "bot" && !applies({ when: game.bot_when?.[seat.bot] })) seat.bot = usualBot();
  let known = [];
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  try {
    known = await api("GET", `/api/games/${encodeURIComponent(game.name)}/seats?${query}`);
    wrong("");
  } catch (error) {
    if (error.what && error.what !== say("error_server")) wrong(error.what);
  }
  if (turn !== asked) return;
  const list = $("setup-seats"), at = document.activeElement, place = [...list.children].findIndex((li) => li.contains(at));
  list.replaceChildren(...sitting.map((seat, i) => row(seat, i, known[i])));
  const again = list.children[place]?.querySelector(at.tagName); // typing continues there
  again?.focus();
  if (again?.tagName === "INPUT") again.setSelectionRange(at.selectionStart, at.selectionEnd);
  drawRatings();
}

const botText = (bot) => say("seat_bot", { bot: game.bot_names[bot] ?? bot });

/** The published ratings for this number of players. */
function drawRatings() {
  const known = game.bot_ratings?.[Number(values.players ?? game.players[0])] ?? {};
  const shown = game.bots.filter((bot) => bot in known).map((bot) => [bot, Math.round(known[bot].rating), Math.round((known[bot].high - known[bot].low) / 2)]);
  $("setup-ratings").hidden = !(sitting.length > 1 && shown.length);
  $("setup-ratings-list").replaceChildren(...shown.flatMap(([bot, rating, error]) => [
    el("dt", {}, game.bot_names[bot] ?? bot), el("dd", {}, error ? say("rating_error", { rating, error }) : String(rating))]));
}

function row(seat, i, known) {
  const label = known?.name ?? say("seat_n", { n: i + 1 });
  const kinds = [["me", say("seat_me")], ["open", say("seat_open")], ...game.bots.filter((bot) => applies({ when: game.bot_when?.[bot] })).map((bot) => [`bot ${bot}`, botText(bot)])];
  const now = seat.kind === "bot" ? `bot ${seat.bot}` : seat.kind;
  const name = el("input", { maxlength: 40, value: seat.name, placeholder: say("seat_name"), "aria-label": `${label}: ${say("seat_name")}`, oninput: (event) => { seat.name = event.target.value; } });
  name.hidden = seat.kind !== "me";
  return el("li", {}, known ? topping(known.colour) : null, el("strong", {}, label),
    el("select", { "aria-label": `${label}: ${say("seat_who")}`, onchange: (event) => {
      const [kind, bot] = event.target.value.split(/ (.*)/);
      Object.assign(seat, { kind, bot });
      name.hidden = kind !== "me";
    } }, kinds.map(([value, text]) => el("option", { value, ...(value === now ? { selected: true } : {}) }, text))), name);
}

function wrong(text) {
  $("setup-error").textContent = text;
  $("setup-error").hidden = !text;
}

function clock() {
  const kind = form.elements.clock.value;
  $("clock-fields").hidden = !kind;
  $("clock-more").hidden = kind !== "game";
  return kind ? { kind, seconds: Number(form.elements.seconds.value), more: kind === "game" ? Number(form.elements.more.value) : 0 } : null;
}

form.addEventListener("change", (event) => {
  if (event.target.name !== "clock") return;
  form.elements.seconds.value = event.target.value === "game" ? 600 : 60;
  clock();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const mine = sitting.find((seat) => seat.kind === "me");
  if (mine?.name.trim()) keepName(mine.name);
  else if (mine) {
    const name = await yourName();
    if (name === null) return;
    mine.name = name;
  }
  $("setup-go").disabled = true;
  const options = Object.fromEntries(game.options.filter(applies).map((option) => [option.name, values[option.name]]));
  const seats = sitting.map(({ kind, bot, name }) => ({ kind, ...(kind === "bot" ? { bot } : {}), ...(name.trim() && kind === "me" ? { name: name.trim() } : {}) }));
  const help = form.elements.help.value; // "": the default for these seats
  try {
    const table = await api("POST", "/api/tables", { game: game.name, options, seats, public: form.elements.public.value === "yes", clock: clock(), absent: form.elements.absent.value, pace: form.elements.pace.value, ...(help ? { help } : {}) });
    location.assign(table.url);
  } catch (error) {
    wrong(error.what);
    $("setup-go").disabled = false;
  }
});
chooseGame(game.name);
clock();
