import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Past, PastRecord, PastRow } from "../../src/agent/past.js";
import type { Signal } from "../../src/agent/signal.js";

export const FIXTURE = resolve(import.meta.dirname, "../fixture");

const none = () => undefined;

/** All that the records at a path tell, oldest record first. */
export function readPast(past: Past, path: string): PastRow[] {
  return recordsAt(past, path).flatMap((record) => [...past.read(record, 0, none)]);
}

export function recordsAt(past: Past, path: string): PastRecord[] {
  return [...past.find({}, none, path)].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A record with these rows, and what it tells from an offset on. */
export function recordOf(past: Past, name: string, text: string) {
  const path = join(mkdtempSync(join(tmpdir(), "tidemark-past-")), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const record = { path, bytes: text.length, modifiedAt: 1, bornAt: 1 };
  return { path, told: (from = 0) => [...past.read(record, from, none)] };
}

/** What a row says, short enough for a list. */
export function short({ signals }: PastRow): string {
  return signals.map(shortSignal).join(" + ");
}

function shortSignal(signal: Signal): string {
  switch (signal.is) {
    case "prompt":
    case "said":
      return `${signal.is}: ${signal.text}`;
    case "turn-ended":
      return `ended: ${signal.message}`;
    case "tool-started":
    case "tool-finished": {
      const { tool, action, command, paths, agentId } = signal.use;
      const how = signal.is === "tool-started" ? "began" : signal.ok ? "ok" : "failed";
      const what = command ?? paths?.join(" ") ?? "";
      return `${how}: ${tool} (${action}) ${what}${agentId === undefined ? "" : ` by ${agentId}`}`.trim();
    }
    case "compaction-finished":
      return `${signal.is}: ${signal.summary}`;
    case "subagent-finished":
      return `${signal.is}: ${signal.agentType}, ${signal.message}`;
    default:
      return signal.is;
  }
}
