// The lines of drawings that came since the last whole picture: one that comes again comes as its number.

export class Book {
  constructor() {
    this.lines = [];
  }

  /** Put the lines back into a message, in the order in which the server wrote them. */
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
