// The head of every page: theme, sound, settings.
import { $, announce, toast } from "./dom.js";
import { say } from "./words.js";
import { set, setting } from "./settings.js";
import { canNotify, mayNotify } from "./notify.js";
import { play } from "./sound.js";

const NEXT = { "": "light", light: "dark", dark: "" };

function show() {
  const theme = setting("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const on = setting("sound") === "on";
  $("sound-switch").setAttribute("aria-pressed", on);
  $("sound-switch").querySelector("use").setAttribute("href", on ? "#i-sound" : "#i-mute");
  document.body.classList.toggle("hide-names", setting("names") === "off");
  const colour = setting("colour"), you = $("you-link");
  you.firstElementChild.firstElementChild.setAttribute("href", colour ? `#t-${colour}` : "#i-person");
  you.firstElementChild.classList.toggle("topping", Boolean(colour));
  you.title = setting("name") ? say("you_link", { name: setting("name") }) : you.title;
  you.setAttribute("aria-label", you.title);
  $("set-theme").value = theme;
  $("set-sound").checked = on;
  $("set-notify").checked = setting("notify") === "on";
  $("set-confirm").checked = setting("confirm") === "on";
  $("set-names").checked = setting("names") !== "off";
}

const sound = (on) => {
  set("sound", on ? "on" : "");
  if (on) play("turn");
  announce(say(on ? "sound_on" : "sound_off"));
};

$("theme-switch").addEventListener("click", () => {
  set("theme", NEXT[setting("theme")] ?? "");
  announce(say("theme_now", { theme: say(`theme_${setting("theme") || "system"}`) }));
});
$("sound-switch").addEventListener("click", () => sound(setting("sound") !== "on"));
$("settings-switch").addEventListener("click", () => $("settings").showModal());
$("set-theme").addEventListener("change", (event) => set("theme", event.target.value));
$("set-sound").addEventListener("change", (event) => sound(event.target.checked));
$("notify-field").hidden = !canNotify();
$("set-notify").addEventListener("change", async (event) => {
  const on = event.target.checked && (await mayNotify());
  if (event.target.checked && !on) toast(say("notify_refused"));
  set("notify", on ? "on" : "");
});
$("set-confirm").addEventListener("change", (event) => set("confirm", event.target.checked ? "on" : ""));
$("set-names").addEventListener("change", (event) => set("names", event.target.checked ? "" : "off"));
$("set-language").addEventListener("change", (event) => {
  document.cookie = `language=${encodeURIComponent(event.target.value)}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
});
document.addEventListener("setting", show);
$("print")?.addEventListener("click", () => print());
for (const box of document.querySelectorAll("dialog.box, dialog.drawer"))
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
for (const time of document.querySelectorAll("time[datetime]")) {
  const when = new Date(time.dateTime);
  if (!Number.isNaN(when.valueOf()))
    time.textContent = when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
show();
