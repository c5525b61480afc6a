import { clean } from "../render/clean.js";
import type { Phrases } from "../render/phrase.js";
import type { Situation } from "../situation.js";
import type { Source } from "../source.js";

const AGENTS: { readonly [agent: string]: string } = { claude: "Claude Code" };

/** Every injection begins with it: whose voice this is, how long ago, and where. */
export function header(situation: Situation, phrases: Phrases): Source {
  const elapsed = phrases.duration(situation.elapsed);
  const text = `Tidemark · ${phrases.header(situation.kind, elapsed)}`;
  const place = whereabouts(situation, phrases).join(", ");
  const full = place === "" ? text : `${text} (${place})`;
  return {
    key: "header",
    priority: 100,
    minimum: text.length,
    ideal: full.length,
    because: "always first",
    render: (room) => (full.length <= room ? full : text),
  };
}

function whereabouts({ about, branch, kind }: Situation, phrases: Phrases): string[] {
  if (about === undefined) return branch === undefined ? [] : [phrases.branch(clean(branch))];
  const parts: string[] = [];
  // The agent knows its own name; another session's is news.
  if (kind !== "compact" && kind !== "resume") parts.push(AGENTS[about.agent] ?? clean(about.agent));
  if (branch !== undefined) parts.push(phrases.branch(clean(branch)));
  if (about.branch !== undefined && about.branch !== branch)
    parts.push(phrases.movedFrom(clean(about.branch)));
  return parts;
}
