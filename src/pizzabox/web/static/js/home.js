// The first page: one click makes a table and goes there.
import { $, api, toast } from "./dom.js";
import { favouriteSeat, yourName } from "./your_name.js";
import { say } from "./words.js";

const games = new Map(JSON.parse($("games-data").textContent).map((game) => [game.name, game]));

/** The bot in the middle of the list, from weak to strong: beginners can beat it, and others are not bored. */
export const usualBot = (game) => game.usual_bot;

function seats(game, how, name) {
  const n = game.options.find((option) => option.name === "players")?.default ?? game.players[0];
  const bot = { kind: "bot", bot: usualBot(game) }, me = { kind: "me" }, myself = name ? { ...me, name } : me;
  const others = { bots: bot, friends: { kind: "open" }, hotseat: me, watch: bot }[how];
  const mine = how === "hotseat" ? 0 : favouriteSeat(game.colours);
  return Array.from({ length: n }, (_, i) => (i === mine && how !== "watch" ? myself : others));
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-start]");
  if (!button) return;
  const game = games.get(button.closest("[data-game]").dataset.game), how = button.dataset.start;
  const name = how === "watch" ? "" : await yourName();
  if (name === null) return;
  button.disabled = true;
  toast(say("home_making"));
  try {
    const table = await api("POST", "/api/tables", { game: game.name, options: {}, seats: seats(game, how, name), public: false, clock: null, absent: "wait" });
    location.assign(table.url);
  } catch (error) {
    toast(error.what);
    button.disabled = false;
  }
});
addEventListener("pageshow", () => { for (const button of document.querySelectorAll("[data-start]")) button.disabled = false; });
