// A person's own page: the name and the favourite colour, kept on this device.
import { $, announce, toast } from "./dom.js";
import { keepName } from "./your_name.js";
import { set, setting } from "./settings.js";
import { say } from "./words.js";

const form = $("you-form"), nameless = $("you-name").textContent;

function show() {
  $("you-name").textContent = setting("name") || nameless;
  $("you-badge").toggleAttribute("hidden", !setting("colour"));
  $("you-badge").firstElementChild.setAttribute("href", `#t-${setting("colour")}`);
}

const kept = () => { toast(say("you_kept")); announce(say("you_kept")); };

$("set-name").value = setting("name");
for (const choice of form.elements.colour) choice.checked = choice.value === setting("colour");
form.addEventListener("change", (event) => {
  if (event.target === $("set-name")) keepName(event.target.value);
  else set("colour", event.target.value);
  kept();
});
form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("setting", show);
show();
