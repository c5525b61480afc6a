import { agentTitle } from "../../agent/agents.js";
import { clean } from "../render/clean.js";
import type { Phrases } from "../render/phrase.js";
import type { Situation } from "../situation.js";
import { OURS, type Source } from "../source.js";

/** Every injection begins with it: whose voice this is and how long ago. Of our own words alone: it stands outside the fence. */
export function header(situation: Situation, phrases: Phrases, room: number): Source {
  const own = `Tidemark · ${phrases.header(situation.kind, phrases.duration(situation.elapsed))}`;
  const title = agentTitle(situation.about?.agent ?? "");
  const text = isOfOther(situation) ? noted(own, phrases.otherAgent(title)) : own;
  const isNamed = text === own && title !== undefined && isNews(situation) && room >= ROOMY;
  const full = isNamed ? noted(text, title) : text;
  return {
    key: "header",
    priority: 100,
    minimum: text.length,
    ideal: full.length,
    because: "always first",
    origins: OURS,
    render: (room) => (full.length <= room ? full : text),
  };
}

/** Adds to what stands in brackets already. */
function noted(text: string, note: string): string {
  return text.endsWith(")") ? `${text.slice(0, -1)}, ${note})` : `${text} (${note})`;
}

/** What is told was done in another agent than the one that is told. */
export function isOfOther({ agent, about }: Situation): boolean {
  return agent !== undefined && about !== undefined && about.agent !== "" && about.agent !== agent;
}

/** A slip that nobody else would notice. Without the name: it comes from outside. */
export function missingLine({ isLineMissing, kind }: Situation, phrases: Phrases): Source[] {
  if (isLineMissing === undefined || kind === "prompt" || kind === "compact") return [];
  const text = phrases.missingLine;
  return [
    {
      key: "missing-branch",
      priority: 92,
      minimum: text.length,
      ideal: text.length,
      because: "the session was started for a branch of work that is not there",
      origins: OURS,
      render: (space) => (text.length <= space ? text : ""),
    },
  ];
}

/** How the agent gets at the rest: told where it is new, with the word of the first prompt that memory knows about. */
export function memoryHint(situation: Situation, phrases: Phrases, room: number): Source[] {
  const { kind, known } = situation;
  const topic = clean(known ?? "");
  if (topic === "" && (kind === "prompt" || kind === "resume" || (kind !== "first" && room < ROOMY)))
    return [];
  if (kind === "prompt" && !isFirstPrompt(situation)) return [];
  const text = kind === "first" ? phrases.firstUse : topic === "" ? phrases.memory : phrases.suggest(topic);
  return [
    {
      key: topic === "" ? "memory" : "suggestion",
      priority: 90,
      minimum: text.length,
      ideal: text.length,
      because: topic === "" ? "how to ask for more" : "the prompt speaks of something in memory",
      origins: OURS,
      render: (space) => (text.length <= space ? text : ""),
    },
  ];
}

const ROOMY = 600;

function isFirstPrompt({ about }: Situation): boolean {
  return about?.prompts === 1;
}

// After a resume or a compaction the session is its own.
function isNews({ kind }: Situation): boolean {
  return (
    kind === "handover" || kind === "beside" || kind === "recent" || kind === "later" || kind === "immediate"
  );
}
