// The person's name: asked for once, when they first sit down, and kept on this device.
import { COLOURS, ask, el } from "./dom.js";
import { set, setting } from "./settings.js";
import { say } from "./words.js";

const MOST = 24;

export const keepName = (name) => set("name", name.trim().slice(0, MOST));

/** The favourite colour by its number; undefined if they have none. */
export const favouriteColour = () => (setting("colour") ? COLOURS.indexOf(setting("colour")) : undefined);

/** The seat of a person's favourite colour, else the first. */
export const favouriteSeat = (colours) => Math.max(0, colours.indexOf(favouriteColour()));

/** A field for a name, filled with the one that is known. */
export const nameField = (id) => {
  const input = el("input", { maxlength: MOST, id, autocomplete: "nickname", value: setting("name") });
  return { input, field: el("label", { class: "field" }, el("span", {}, say("take_name")), input) };
};

/** The name that is kept, or the answer when asked for it; "" if they would rather not say. */
export async function yourName() {
  if (setting("name") || setting("nameless")) return setting("name");
  const { input, field } = nameField("your-name");
  const sure = await ask({ title: say("name_title"), body: [field, el("p", {}, say("name_text"))], buttons: [["no", say("name_skip")], ["yes", say("name_go"), "primary"]] });
  if (sure === "yes" && input.value.trim()) keepName(input.value);
  else if (sure) set("nameless", "on");
  else return null;
  return setting("name");
}
