// The lines of drawings received since the last whole picture: one that was sent before is sent as its number.

export class DrawingCache {
  constructor() {
    this.lines = [];
  }

  /** Replace the numbers in a message by their lines, in the order in which the server wrote them. */
  read(message) {
    const { picture } = message;
    if (message.type === "table") this.lines = [];
    if (picture?.lines) this.fill(picture.lines);
    for (const edits of [picture?.edits, ...(picture?.stages ?? []), message.edits])
      if (Array.isArray(edits)) for (const [, , fresh] of edits) this.fill(fresh);
    return message;
  }

  fill(lines) {
    lines.forEach((line, i) => {
      if (typeof line === "number") lines[i] = this.lines[line];
      else this.lines.push(line);
    });
  }
}
