// The rules beside the table, open at the rule that matters now.
import { $, api, el, inline } from "./dom.js";
import { say } from "./words.js";

let loaded = null;

async function load(game) {
  const { chapters } = await api("GET", `/api/rules/${encodeURIComponent(game)}`);
  $("rules-text").replaceChildren(...chapters.map((chapter) => el("section", {},
    chapter.title ? el("h3", {}, chapter.title) : null,
    chapter.parts.map((part) => part.id
      ? el("div", { class: "rule", id: `rule-${part.id}` }, el("span", { class: "rule-id" }, part.id),
        el("p", {}, inline(part.text), " ", el("span", { class: `source ${part.source}` }, say(`source_${part.source}`), part.note ? [": ", ...inline(part.note)] : [])))
      : el("p", {}, inline(part.text))))));
}

export async function openRules(game, rule) {
  const box = $("rules");
  box.querySelector(".drawer-head a").hash = rule ?? "";
  if (!box.open) box.showModal();
  try {
    await (loaded ??= load(game));
  } catch {
    loaded = null;
    $("rules-text").replaceChildren(el("p", {}, say("rules_failed")));
    return;
  }
  for (const old of box.querySelectorAll(".rule.now")) old.classList.remove("now");
  const found = rule ? $(`rule-${rule}`) : null;
  found?.classList.add("now");
  (found?.previousElementSibling?.matches("h3") ? found.previousElementSibling : found)?.scrollIntoView({ block: "start" });
}
