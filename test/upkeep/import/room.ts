import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PASTS } from "../../../src/agent/adapters.js";
import type { Envelope } from "../../../src/event/envelope.js";
import { openForeign } from "../../../src/host/sqlite.js";
import { eachEvent } from "../../../src/model/history.js";
import { importPast, type PastRequest } from "../../../src/upkeep/import/import-past.js";
import { redact } from "../../redact.js";

const FIXTURE = resolve(import.meta.dirname, "../../fixture");
const NAMED = "/home/ada/tide";

/** When the tests are run: long after what was recorded. */
export const NOW = Date.UTC(2026, 3, 1);

/** A person's home with what agents have kept in it, and a memory. */
export class Room {
  readonly root = mkdtempSync(join(tmpdir(), "tidemark-import-"));
  readonly home = join(this.root, "data");
  readonly project = join(this.root, "tide");
  readonly env = { HOME: this.root, TIDEMARK_HOME: this.home };

  constructor() {
    mkdirSync(this.project);
  }

  /** What was recorded of an agent, as if it had worked in the project here. */
  keep(agent: "claude" | "codex" | "gemini"): this {
    const to = { claude: ".claude/projects", codex: ".codex/sessions", gemini: ".gemini/tmp" }[agent];
    cpSync(join(FIXTURE, agent, "past"), join(this.root, to), { recursive: true });
    for (const path of filesBelow(join(this.root, to))) {
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(NAMED, this.project));
      // A fork is younger than what it was made of.
      const at = path.includes("c8a1f2d4") ? NOW / 1_000 - 50 : NOW / 1_000 - 100;
      utimesSync(path, at, at);
    }
    return this;
  }

  /** A transcript of Claude Code's with these rows. */
  write(name: string, text: string): string {
    const path = join(this.root, ".claude/projects/-tide", name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  import(more: Partial<PastRequest> = {}) {
    const { home, env } = this;
    return importPast({
      home,
      redact,
      env,
      pasts: PASTS,
      open: openForeign,
      now: NOW,
      isDry: false,
      ...more,
    });
  }

  /** All that is in the journal, in the order in which it is folded. */
  events(): Envelope[] {
    const events: Envelope[] = [];
    eachEvent(this.home, {}, (event) => events.push(event));
    return events.sort((a, b) => a.clock - b.clock || (a.id < b.id ? -1 : 1));
  }

  /** The lines of the journal, copies included. */
  lines(): string[] {
    return filesBelow(join(this.home, "journal")).flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line !== ""),
    );
  }
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

let count = 0;

/** A row of a transcript of Claude Code's. */
export function row(type: "user" | "assistant", content: unknown, more: object = {}): string {
  count += 1;
  const timestamp = new Date(Date.UTC(2026, 2, 3) + count * 1_000).toISOString();
  const message = { role: type, model: "m", content };
  return `${JSON.stringify({ parentUuid: "p", isSidechain: false, type, message, uuid: `u-${count}`, timestamp, sessionId: "one", ...more })}\n`;
}
