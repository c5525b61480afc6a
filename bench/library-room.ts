import { closeSync, mkdirSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { openTidemark } from "../src/library/open-tidemark.js";
import type { Session, Tidemark } from "../src/library/tidemark.js";
import { Dice } from "./dice.js";
import { closing, code, prompt } from "./text.js";

/** One memory, its session, and what was written into its journal since one looked last. */
export class LibraryRoom {
  readonly home: string;
  readonly tidemark: Tidemark;
  readonly session: Session;
  readonly #texts: readonly string[];
  #added = 0;
  #read = 0;

  constructor(root: string, name: string, size: number, durable = false) {
    const project = join(root, name);
    this.home = join(root, `${name}-data`);
    mkdirSync(project);
    this.#texts = textsOf(size);
    this.tidemark = openTidemark({ project, home: this.home, durable });
    this.session = this.tidemark.sessions.create();
  }

  add(messages: number): void {
    for (let n = 0; n < messages; n++) {
      const role = this.#added % 2 === 0 ? "user" : "assistant";
      this.session.add({ role, content: this.#texts[this.#added++ % this.#texts.length] ?? "" });
    }
  }

  /** The frames of the last messages, as they stand in the journal. */
  frames(): Buffer[] {
    const journal = join(this.home, "journal");
    const path = join(journal, readdirSync(journal).sort().at(-1) ?? "");
    const bytes = Buffer.allocUnsafe(statSync(path).size - this.#read);
    const fd = openSync(path, "r");
    readSync(fd, bytes, 0, bytes.length, this.#read);
    closeSync(fd);
    this.#read += bytes.length;
    const lines = bytes
      .toString("latin1")
      .split("\n")
      .filter((line) => line !== "");
    return lines.map((line) => Buffer.from(`\n${line}\n`, "latin1"));
  }
}

/** Prose and code, with quotes and line breaks, none like the other. */
function textsOf(size: number): string[] {
  const dice = new Dice(size);
  return Array.from({ length: 200 }, () => {
    let text = "";
    while (text.length < size)
      text += dice.chance(0.3)
        ? `\n${code(dice, 4).join("\n")}\n`
        : `${prompt(dice, "en")} ${closing(dice)} `;
    return text.slice(0, size);
  });
}
