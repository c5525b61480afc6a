import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTidemark } from "../../../src/library/open-tidemark.js";
import type { Tidemark, TidemarkOptions } from "../../../src/library/tidemark.js";

/** A project and a data folder of its own, for programs that keep messages. */
export interface MessageRoom {
  readonly project: string;
  readonly home: string;
  /** Opens the library anew, as another process would. */
  open(options?: TidemarkOptions): Tidemark;
  /** All bytes of the data folder, to look for what must not be there. */
  bytes(): string;
}

export function messageRoom(): MessageRoom {
  const root = mkdtempSync(join(tmpdir(), "tidemark-message-"));
  const project = join(root, "photo-box");
  const home = join(root, "data");
  mkdirSync(project);
  return {
    project,
    home,
    open: (options = {}) => openTidemark({ project, home, ...options }),
    bytes: () =>
      filesBelow(home)
        .map((path) => readFileSync(path, "latin1"))
        .join("\n"),
  };
}

export function textsOf(messages: Iterable<{ readonly content: unknown }>): unknown[] {
  return [...messages].map(({ content }) => content);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
