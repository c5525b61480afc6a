import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { PASTS } from "../../src/agent/adapters.js";
import type { PastRow } from "../../src/agent/past.js";
import { boundsWith } from "../../src/capture/bound.js";
import { capture } from "../../src/capture/capture.js";
import { TidemarkError } from "../../src/error.js";
import { checkDraft } from "../../src/event/registry.js";
import { readDocument, whyWrong } from "../../src/extra/layout/document.js";
import { layouts } from "../../src/extra/layout/layouts.js";
import { append } from "../../src/journal/append.js";
import { dayFiles, journalFolder } from "../../src/journal/file.js";
import { checksum, readLine } from "../../src/journal/line.js";
import { drain } from "../../src/model/drain.js";
import { openInMemory } from "../../src/model/store/open.js";
import { importSession } from "../../src/session/import-session.js";
import { FILES } from "../extra/layout/document-arbitrary.js";
import { redact } from "../redact.js";
import type { Door } from "./door.js";

const FIXTURE = join(import.meta.dirname, "../fixture");
const AT = 1_772_500_000_000;
const WHEN = { now: AT, zone: () => 60 };
const bounds = boundsWith(redact);
const top = mkdtempSync(join(tmpdir(), "tidemark-fuzz-outer-"));
/** Every event of a small session, as the journal has them. */
const lines = journalLines();

/** Where others' files come in: their transcripts, the files of other tools, exports, and the journal itself. */
export const OUTER: readonly Door[] = [
  pastDoor("claude", "claude/past/-home-ada-tide/5f0c6a3e-1d2b-4c8f-9a7e-2b4d6f8091a3.jsonl"),
  pastDoor(
    "codex",
    "codex/past/2026/03/02/rollout-2026-03-02T14-29-54-019cade1-3c4d-7b10-8f2e-6a5b4c3d2e1f.jsonl",
  ),
  pastDoor("gemini", "gemini/past/tide/chats/session-2026-03-02T14-30-7d4e91b2.jsonl"),
  ...layouts.map(layoutDoor),
  { name: "journal line", samples: lines, enter: (text) => void readLine(text, 0, text.length) },
  { name: "journal file", samples: [`\n${lines.join("\n\n")}\n`], enter: drainFile },
  // As if somebody had written it on purpose: the checksum is right.
  {
    name: "sealed journal line",
    samples: lines.map(unsealed),
    enter: (text) => drainFile(`\n${sealed(text)}\n`),
  },
  { name: "exported session", samples: [exportedSession()], enter: importExported },
];

function pastDoor(name: string, fixture: string): Door {
  const past = PASTS.find((one) => one.name === name);
  if (past === undefined) throw new Error(`${name} has no past`);
  const path = join(top, fixture);
  mkdirSync(dirname(path), { recursive: true });
  const rows = readFileSync(join(FIXTURE, fixture), "utf8").split("\n");
  const samples = [rows.slice(0, 12), rows.slice(8, 24), rows.slice(-10)].map((some) => some.join("\n"));
  return {
    name: `${name}'s record`,
    samples,
    enter(text) {
      writeFileSync(path, text);
      const { size } = statSync(path);
      const record = { path, bytes: size, modifiedAt: AT, bornAt: AT };
      for (const row of past.read(record, 0, () => undefined)) expectRow(row, size);
      past.flaw(record);
    },
  };
}

function expectRow({ at, session, row, from, signals }: PastRow, size: number): void {
  new Date(at).toISOString();
  if (typeof session !== "string" || typeof row !== "string" || from < 0 || from > size)
    throw new Error(JSON.stringify({ session, row, from, size }));
  for (const signal of signals)
    for (const draft of capture(signal, (path) => path, bounds)) checkDraft(draft);
}

function layoutDoor(layout: (typeof layouts)[number]): Door {
  const files = fc.sample(FILES[layout.name], { seed: 7, numRuns: 12 }).flatMap(Object.entries);
  const path = files[0]?.[0] ?? "state.json";
  return {
    name: `layout ${layout.name}`,
    samples: files.map(([, value]) => JSON.stringify(value)),
    enter(text) {
      const document = readDocument({ path, text }, AT);
      if (typeof document === "string" || whyWrong(layout, document) !== undefined) return;
      layout.sessionOf(document, [document]);
      for (const { draft, at } of layout.read([document], WHEN)) {
        new Date(at).toISOString();
        checkDraft(draft);
      }
    },
  };
}

function drainFile(text: string): void {
  const home = mkdtempSync(join(top, "home-"));
  try {
    mkdirSync(journalFolder(home), { recursive: true, mode: 0o700 });
    writeFileSync(join(journalFolder(home), "2026-03-03.jsonl"), text, { mode: 0o600 });
    const store = openInMemory();
    drain(home, store);
    // Draining twice is draining once, whatever there was.
    const { events, badLines } = store.counts();
    drain(home, store);
    const again = store.counts();
    if (again.events !== events || again.badLines !== badLines) throw new Error(JSON.stringify(again));
  } finally {
    rmSync(home, { recursive: true });
  }
}

function importExported(text: string): void {
  const home = mkdtempSync(join(top, "import-"));
  try {
    const file = join(home, "session.json");
    writeFileSync(file, text);
    const here = { home, redact, project: "p0123456789abcdef", place: { root: home } };
    importSession({ here, file, now: AT, isDry: false });
    const store = openInMemory();
    drain(home, store);
    if (store.counts().badLines > 0) throw new Error("what was imported cannot be read back");
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
  } finally {
    rmSync(home, { recursive: true });
  }
}

function journalLines(): string[] {
  const home = join(top, "journal-home");
  const scene = { at: AT, project: "p0123456789abcdef", session: "s", agent: "claude", branch: "main" };
  const edit = { call: "e", tool: "Edit", action: "edit" as const, paths: ["src/a.ts"] };
  const run = { call: "r", tool: "Bash", action: "shell" as const, command: "npm test" };
  append(home, [{ type: "session.started", data: { source: "startup", pid: 1 } }], scene);
  append(home, [{ type: "prompt.submitted", data: { text: "Mend the parser in src/a.ts" } }], scene);
  append(home, [{ type: "tool.started", data: edit }], scene);
  append(home, [{ type: "tool.finished", data: { ...edit, ok: true, added: 3, removed: 1 } }], scene);
  append(home, [{ type: "tool.finished", data: { ...run, ok: false, output: "Error: no" } }], scene);
  append(home, [{ type: "turn.ended", data: { message: "We decided to use SQLite. Next: look." } }], scene);
  append(
    home,
    [{ type: "message.added", data: { role: "user", content: [{ type: "text", text: "a" }] } }],
    scene,
  );
  append(home, [{ type: "session.ended", data: { reason: "exit" } }], scene);
  const [day = ""] = dayFiles(home);
  const text = readFileSync(join(journalFolder(home), day), "utf8");
  return text.split("\n").filter((line) => line !== "");
}

function unsealed(line: string): string {
  return line.replace(/,"sum":"[0-9a-f]{8}"\}$/, "}");
}

function sealed(text: string): string {
  const body = text.replaceAll("\n", " ").replace(/\}\s*$/, "");
  return `${body},"sum":"${checksum(body)}"}`;
}

function exportedSession(): string {
  const events: unknown[] = lines.map((line) => JSON.parse(unsealed(line)));
  return JSON.stringify({ format: "tidemark-session", version: 1, state: { session: "s" }, events });
}

/** Nothing of it has come into every object there is. */
export function isPolluted(): boolean {
  return "polluted" in {} || existsSync(join(top, "polluted"));
}
