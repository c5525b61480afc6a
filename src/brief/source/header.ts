import { agentTitle } from "../../agent/agents.js";
import { MINUTE_MS } from "../../event/time.js";
import type { CutFile } from "../../model/cut-off.js";
import { clean, shorten } from "../../render/clean.js";
import { renderFiles } from "../../render/files.js";
import type { Phrases } from "../../render/phrase.js";
import type { Situation } from "../situation.js";
import { naming, OURS, origin, type Source } from "../source.js";

/**
 * The first line of every injection: its author and the time since. Tidemark's own words only: it is outside the
 * fence.
 */
export function header(situation: Situation, phrases: Phrases): Source {
  const { kind, elapsed } = situation;
  const since = phrases.duration(elapsed);
  const isBreak = kind === "recent" && elapsed >= BREAK_MS;
  const own = `Tidemark · ${isBreak ? phrases.lastSession(since) : phrases.header(kind, since)}`;
  const text = isOfOther(situation)
    ? noted(own, phrases.otherAgent(agentTitle(situation.about?.agent ?? "")))
    : own;
  return {
    key: "header",
    priority: 100,
    minimum: text.length,
    ideal: text.length,
    because: "always first",
    origins: OURS,
    render: () => text,
  };
}

function noted(text: string, note: string): string {
  return text.endsWith(")") ? `${text.slice(0, -1)}, ${note})` : `${text} (${note})`;
}

/** The work was done in another agent than the receiving one. */
export function isOfOther({ agent, about }: Situation): boolean {
  return agent !== undefined && about !== undefined && about.agent !== "" && about.agent !== agent;
}

/** A missing branch nobody else would notice. Without its name, which comes from outside. */
export function missingBranch({ isBranchMissing, kind }: Situation, phrases: Phrases): Source[] {
  if (isBranchMissing !== true || kind === "prompt" || kind === "compact") return [];
  const text = phrases.missingBranch;
  return [
    ownWords("missing-branch", 92, text, "the session was started for a branch of work that is not there"),
  ];
}

/** How the agent gets at the rest, for a new session, with the word of the first prompt that memory knows. */
export function memoryHint(situation: Situation, phrases: Phrases, room: number): Source[] {
  const { kind, known } = situation;
  const topic = clean(known ?? "");
  if (topic === "" && (kind === "prompt" || kind === "resume" || (kind !== "first" && room < ROOMY_CHARS)))
    return [];
  if (kind === "prompt" && situation.about?.prompts !== 1) return [];
  const text = kind === "first" ? phrases.firstUse : topic === "" ? phrases.memory : phrases.suggest(topic);
  return [
    ownWords(
      topic === "" ? "memory" : "suggestion",
      90,
      text,
      topic === "" ? "how to ask for more" : "the prompt speaks of something in memory",
    ),
  ];
}

/** Asks the agent for a line of codes, if the person wants that. */
export function notesWish({ wantsNotes, kind }: Situation, phrases: Phrases): Source[] {
  if (wantsNotes !== true || kind === "prompt") return [];
  return [ownWords("notes", 89, phrases.notes, "the person wants agents to write notes")];
}

const ROOMY_CHARS = 600;
const BREAK_MS = 30 * MINUTE_MS;

/** The work a session was cut off in. It comes before everything else. */
export function interruption(situation: Situation, phrases: Phrases): Source[] {
  const { interrupted, elapsed, about } = situation;
  if (interrupted === undefined) return [];
  const isOther = interrupted.session !== undefined && interrupted.session !== about?.session;
  const ago = phrases.duration(interrupted.elapsed ?? elapsed);
  const target = clean(interrupted.target ?? "");
  const note = noteOf(interrupted.files ?? [], phrases);
  const say = (room: number) => {
    // Files are dropped before the target, which must stay.
    const least = phrases.interrupted(target === "" ? undefined : "``", ago, note, isOther).length;
    const said = least + Math.min(target.length, FEW) <= room ? note : "";
    if (target === "") return phrases.interrupted(undefined, ago, said, isOther);
    const frame = phrases.interrupted("``", ago, said, isOther).length;
    return phrases.interrupted(`\`${shorten(target, Math.max(8, room - frame))}\``, ago, said, isOther);
  };
  const full = say(Number.POSITIVE_INFINITY);
  const source: Source = {
    key: "interruption",
    priority: 98,
    minimum: Math.min(full.length, 120),
    ideal: Math.min(full.length, 300),
    because: "the session was cut off in the middle of it",
    origins: [origin("tool", ["tool.started"], { session: interrupted.session ?? about?.session })],
    render: say,
  };
  const { item } = interrupted;
  return [item === undefined ? source : naming([{ item, text: "" }], source)];
}

/** The possible recovery, in Tidemark's own words, outside of the fence. */
export function recovery({ interrupted, kind }: Situation, phrases: Phrases, room: number): Source[] {
  if (interrupted === undefined || kind === "prompt" || room < LITTLE) return [];
  const back = interrupted.back === undefined ? undefined : phrases.rollBack(interrupted.back);
  // An agent that continues or replaces that session only needs the way back.
  const isRoomy = room >= ROOMY_CHARS && kind !== "resume" && kind !== "handover";
  const { resume = RESUME } = interrupted;
  const text = isRoomy ? (back?.full ?? phrases.recovery).replace(RESUME, resume) : (back?.short ?? "");
  if (text === "") return [];
  return [ownWords("recovery", 95, text, "it can be gone on with, rolled back or ignored")];
}

/** A fixed text of Tidemark's own, whole or left out. */
function ownWords(key: string, priority: number, text: string, because: string): Source {
  const { length } = text;
  const render = (room: number) => (length <= room ? text : "");
  return { key, priority, minimum: length, ideal: length, because, origins: OURS, render };
}

const RESUME = "tidemark resume";
const FEW = 30;
const MAX_FILES = 90;
const LITTLE = 300;

/** The files that changed, else a note that none did. */
function noteOf(files: readonly CutFile[], phrases: Phrases): string {
  const said = (["changed", "gone", "same"] as const).flatMap((verdict) => {
    const paths = files.filter((file) => file.verdict === verdict).map(({ path }) => clean(path));
    const text = renderFiles(paths.filter(Boolean), MAX_FILES);
    return text === "" ? [] : [{ verdict, text: phrases.became(text, verdict) }];
  });
  const notable = said.filter(({ verdict }) => verdict !== "same");
  const texts = (notable.length === 0 ? said : notable).map(({ text }) => text);
  return texts.length === 0 ? "" : ` (${texts.join("; ")})`;
}
