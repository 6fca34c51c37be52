// A bot's ideas in a list, for the review and the analysis: each move with its number, unless that would be only a guess.
// If a net was trained for the game, a second column shows what the net alone thinks.
import { el } from "./dom.js";
import { percent } from "./replay_player.js";
import { say } from "./words.js";

/** The chance to win after a move; for a secret choice, also how often to choose it. */
export function ideaValue({ value, weight }, secret) {
  const known = value === null ? say("idea_unsure") : percent(value);
  return el("span", { class: value === null ? "idea-value faint" : "idea-value" }, secret ? `${percent(weight)}, ${known}` : known);
}

/** How often the net alone would play a move; null without a net. */
export function ideaNet({ net_weight: weight }) {
  return weight === undefined ? null : el("span", { class: "idea-net" }, el("span", { class: "unseen" }, `${say("net")} `), percent(weight));
}

/** The heading of the column of numbers. */
export function ideasHead(secret) {
  return say(secret ? "rv_share" : "rv_chance");
}

/** For fans of notation: the move, how it would go on, and which other moves are the same by symmetry. */
export function ideaMore({ text, line: variation, same }) {
  const parts = [variation.length ? say("idea_then", { moves: variation.join(", ") }) : "", same.length ? say("idea_same", { moves: same.join(", ") }) : ""];
  return el("small", { class: "idea-more" }, el("code", {}, text), ` ${parts.filter(Boolean).join("; ")}`);
}
