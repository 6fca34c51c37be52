// The picture of a position as a file: shared where the device can do that, saved where it cannot.

const WIDE = 1600;

/** Share or save the picture behind an address as a PNG. */
export async function sharePicture(address, title, text) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const file = new File([await painted(await answer.text())], `${title}.png`, { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) return save(file);
  try {
    await navigator.share({ files: [file], title, text });
  } catch (error) {
    if (error.name !== "AbortError") save(file); // closing the sheet means no
  }
}

/** An SVG as a PNG. */
async function painted(markup) {
  const root = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  const { width, height } = root.viewBox.baseVal, high = Math.round((WIDE * height) / width);
  root.setAttribute("width", WIDE);
  root.setAttribute("height", high);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: high });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

function save(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
