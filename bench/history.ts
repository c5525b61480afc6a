import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { readSignals } from "../src/agent/claude/hooks.js";
import type { Wire } from "../src/agent/payload/wire.js";
import { boundsWith } from "../src/capture/bound.js";
import { capture } from "../src/capture/capture.js";
import { projectPath } from "../src/capture/place/path.js";
import type { Draft } from "../src/event/registry.js";
import { dayFile, journalFolder } from "../src/journal/file.js";
import { writeLine } from "../src/journal/line.js";
import { redactor } from "../src/redact/redact.js";
import { Dice } from "./dice.js";
import { type Site, sessionCalls } from "./generate.js";

export interface History {
  readonly events: number;
  /** When the last event happened. */
  readonly end: number;
  readonly seed?: number;
  readonly projects: readonly Project[];
}

export interface Project extends Site {
  readonly id: string;
}

const DAYS = 60;
const DAY = 86_400_000;
const WORKDAY = 9 * 3_600_000;
/** Sessions that are open at the same time. */
const LANES = 3;
const bounds = boundsWith(redactor([]));
const FLUSH = 1 << 20;

interface Lane {
  readonly project: Project;
  readonly session: string;
  readonly calls: Iterator<Wire>;
  readonly branch: string;
  head: string;
}

/** Writes a journal of imagined work over 60 days, through the same capture and format as the hooks. */
export function writeHistory(home: string, { events, end, seed = 1, projects }: History): void {
  const dice = new Dice(seed);
  const author = dice.letters(16);
  const lanes: Lane[] = [];
  const seen = new Set<string>();
  const journal = new Journal(home);
  let written = 0;
  let clock = 0;
  while (written < events) {
    const n = dice.between(0, LANES - 1);
    lanes[n] ??= openLane(dice, projects);
    const lane = lanes[n];
    const step = lane.calls.next();
    if (step.done) {
      delete lanes[n];
      continue;
    }
    // Not every turn ends with a commit.
    if (step.value.hook_event_name === "Stop" && dice.chance(0.4)) lane.head = dice.hex(40);
    const at = timeOf(end, written / events);
    for (const draft of draftsOf(step.value, lane, seen).slice(0, events - written)) {
      clock = Math.max(at, clock + 1);
      journal.add(
        at,
        writeLine({
          id: at.toString(36).padStart(9, "0") + dice.letters(15),
          type: draft.type,
          v: 1,
          at,
          clock,
          author,
          project: lane.project.id,
          session: lane.session,
          agent: "claude",
          branch: lane.branch,
          ...(marksTurn(step.value) ? { head: lane.head } : {}),
          data: draft.data,
        }),
      );
      written++;
    }
  }
  journal.flush();
}

function openLane(dice: Dice, projects: readonly Project[]): Lane {
  const project = dice.pick(projects);
  const session = [8, 4, 4, 4, 12].map((length) => dice.hex(length)).join("-");
  const branch = dice.pick(["main", "main", "feat/retry", "fix/empty-list"]);
  return { project, session, branch, head: dice.hex(40), calls: sessionCalls(dice, session, project) };
}

/** What the hook would write for a call, and for its own answer. */
function draftsOf(wire: Wire, { project }: Lane, seen: Set<string>): Draft[] {
  const locate = (path: string) => projectPath(path, project.root, project.root);
  const drafts = readSignals(wire).flatMap((signal) => capture(signal, locate, bounds));
  if (!seen.has(project.id)) {
    seen.add(project.id);
    const data = { name: project.id, path: project.root, roots: [], remotes: [] };
    drafts.unshift({ type: "project.seen", data });
  }
  if (wire.hook_event_name === "SessionStart") {
    drafts.push({ type: "injection.made", data: { surface: "start", chars: 900, keys: ["header", "work"] } });
  }
  return drafts;
}

function marksTurn({ hook_event_name: hook }: Wire): boolean {
  return hook === "SessionStart" || hook === "UserPromptSubmit" || hook === "Stop" || hook === "SessionEnd";
}

/** The share of all work that is done by then, spread over the working hours of every day. */
function timeOf(end: number, share: number): number {
  const day = Math.floor(share * DAYS);
  const within = (share * DAYS - day) * WORKDAY;
  return Math.floor(end - WORKDAY - (DAYS - 1 - day) * DAY + within);
}

class Journal {
  readonly #home: string;
  #file = "";
  #text = "";

  constructor(home: string) {
    this.#home = home;
    mkdirSync(journalFolder(home), { recursive: true, mode: 0o700 });
  }

  add(at: number, line: string): void {
    const file = dayFile(at);
    if (file !== this.#file || this.#text.length > FLUSH) this.flush();
    this.#file = file;
    this.#text += `\n${line}\n`;
  }

  flush(): void {
    if (this.#text !== "") {
      appendFileSync(join(journalFolder(this.#home), this.#file), this.#text, { mode: 0o600 });
    }
    this.#text = "";
  }
}
