// How far the bots of this table are from being ready; while they are not, simpler ones play.
import { $ } from "./dom.js";
import { say } from "./words.js";

/** `state` is running, done or failed. The words stay while the bar moves, so that a screen reader says them once. */
export function warming({ state, percent }) {
  const box = $("warming"), text = $("warming-text"), said = say(state === "failed" ? "warming_failed" : "warming");
  box.hidden = state === "done";
  if (box.hidden) text.textContent = "";
  else if (text.textContent !== said) text.textContent = said;
  for (const id of ["warming-part", "warming-number"]) $(id).hidden = state !== "running";
  $("warming-part").value = percent;
  $("warming-number").textContent = say("warming_part", { n: percent });
}
