// Choosing a game to review: an uploaded record file.
import { $, api } from "./dom.js";

async function upload(text) {
  $("upload-error").hidden = true;
  try {
    const { url } = await api("POST", "/api/records", { record: text });
    location.assign(url);
  } catch (error) {
    $("upload-error").textContent = error.what;
    $("upload-error").hidden = false;
  }
}

$("upload-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) upload(await file.text());
});
$("upload").addEventListener("submit", (event) => {
  event.preventDefault();
  upload($("upload-text").value);
});
