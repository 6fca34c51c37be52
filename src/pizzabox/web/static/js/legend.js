// What is what in a game: its signs with their pictures, in a drawer beside the board.
import { $, api, el, parse } from "./dom.js";
import { say } from "./words.js";

let loaded = null;

async function load(game) {
  const { chapters } = await api("GET", `/api/legend/${encodeURIComponent(game)}`);
  $("legend-text").replaceChildren(...chapters.map((chapter) => el("section", {}, el("h3", {}, chapter.title),
    el("ul", { class: "signs" }, chapter.signs.map((sign) => el("li", {}, ...parse(sign.picture).children,
      el("p", {}, el("strong", {}, sign.name), " ", sign.text)))))));
}

export async function openLegend(game) {
  if (!$("legend").open) $("legend").showModal();
  try {
    await (loaded ??= load(game));
  } catch {
    loaded = null;
    $("legend-text").replaceChildren(el("p", {}, say("rules_failed")));
  }
}
