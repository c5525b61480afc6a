import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A line of a recorded stream: a hook payload, or a question at a natural point of it. */
export interface Line {
  readonly t: "event" | "ask";
  readonly hook_event_name?: string;
  readonly session_id: string;
  readonly cwd: string;
  readonly ts: string;
  readonly git_branch?: string | null;
  readonly case_id?: string;
  readonly kind?: string;
  readonly source?: string;
  readonly prompt?: string | null;
  readonly text?: string;
  readonly last_assistant_message?: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
  readonly budget_chars?: number;
}

/** What the session then really used. */
export interface Gold {
  readonly case_id: string;
  readonly kind: string;
  readonly files: readonly string[];
  readonly cmds: readonly string[];
  readonly idents: readonly string[];
  readonly todo_open: readonly string[];
  readonly files_all: readonly string[];
  readonly future_text: string;
  readonly compact_summary?: string | null;
}

const STREAMS = join(process.cwd(), "..", "shared", "bench", "continuity");

/** The names of the streams at hand; none where the folder is missing. */
export function streamNames(folder = STREAMS): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".stream.jsonl.gz"))
    .map((name) => name.slice(0, -".stream.jsonl.gz".length))
    .sort();
}

export function readStream(name: string, folder = STREAMS): Line[] {
  return readLines<Line>(join(folder, `${name}.stream.jsonl.gz`));
}

export function readGold(name: string, folder = STREAMS): Map<string, Gold> {
  return new Map(
    readLines<Gold>(join(folder, `${name}.gold.jsonl.gz`)).map((gold) => [gold.case_id, gold] as const),
  );
}

function readLines<T>(file: string): T[] {
  const lines: T[] = [];
  for (const line of gunzipSync(readFileSync(file)).toString("utf8").split("\n")) {
    if (line.trim() !== "") lines.push(JSON.parse(line));
  }
  return lines;
}
