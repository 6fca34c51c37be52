// A system notification for people looking at another page, if they switched it on.
import { setting } from "./settings.js";

/** Whether this browser can notify from here: the page must be secure. */
export const canNotify = () => "Notification" in window && window.isSecureContext;

/** Ask for permission; whether it was given. */
export const mayNotify = async () => canNotify() && (await Notification.requestPermission()) === "granted";

export function notify(title, body, tag) {
  if (!document.hidden || setting("notify") !== "on" || !canNotify() || Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body, tag, icon: "/static/icon-192.png" });
    note.onclick = () => { window.focus(); note.close(); };
  } catch { /* some phones let only installed pages do this: the title says it all the same */ }
}
