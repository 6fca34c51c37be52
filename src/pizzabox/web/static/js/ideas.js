// A bot's ideas in a list, for the review and the analysis: one move, one number, and never one that is only a guess.
import { el } from "./dom.js";
import { percent } from "./player.js";
import { say } from "./words.js";

/** The chance to win after a move, at a secret choice how often to choose it besides. */
export function ideaValue({ value, weight }, secret) {
  const known = value === null ? say("idea_unsure") : percent(value);
  return el("span", { class: value === null ? "idea-value faint" : "idea-value" }, secret ? `${percent(weight)}, ${known}` : known);
}

/** For fans of notation: the move, how it would go on, and which other moves are the same by symmetry. */
export function ideaMore({ text, line, same }) {
  const parts = [line.length ? say("idea_then", { moves: line.join(", ") }) : "", same.length ? say("idea_same", { moves: same.join(", ") }) : ""];
  return el("small", { class: "idea-more" }, el("code", {}, text), ` ${parts.filter(Boolean).join("; ")}`);
}
