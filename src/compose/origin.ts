import type { EventName } from "../event/registry.js";
import type { DeclaredFact } from "../fold/declared/declared-fact.js";
import type { Provenance } from "../fold/memory/memory-state.js";
import type { MadeDecision, Situation } from "./situation.js";
import { isKnown } from "./source/facts.js";

/** Where something that is said comes from: who said it, in events of which kind, and in whose session. */
export interface Origin {
  /** `git` is asked at the time; `tidemark` are words of ours. */
  readonly by: Provenance | "git" | "tidemark";
  readonly events: readonly EventName[];
  readonly session?: string;
  readonly agent?: string;
}

/** The origins of what a source says, by its key, for whoever wants to know whom he would believe. */
export function originsOf(key: string, situation: Situation): Origin[] {
  const { about, worked, interrupted } = situation;
  const own = { session: about?.session, agent: about?.agent };
  switch (key) {
    case "request":
    case "ask":
      return [origin("user", ["prompt.submitted"], own)];
    case "closing":
      return [origin("agent", ["turn.ended"], own)];
    case "synthesis":
      return [origin("agent", ["compaction.finished"], own)];
    case "open":
      return [origin("agent", ["plan.updated"], own)];
    case "thread":
    case "thread-summary":
    case "threads":
      return [origin("user", ["prompt.submitted"]), origin("agent", ["turn.ended"])];
    case "pins":
    case "pin":
      return [origin("user", ["pin.added"])];
    case "rules":
    case "rule":
      return [origin("user", ["rule.added"])];
    case "profile":
      return [origin("user", ["profile.set", "prompt.submitted"])];
    case "blockers":
      return [origin("tool", ["tool.finished"], own)];
    case "choice":
    case "impl":
      return [origin("tool", ["tool.started", "tool.finished"], key === "impl" ? worked : undefined)];
    case "interruption":
      return [origin("tool", ["tool.started"], { session: interrupted?.session ?? own.session })];
    case "block":
      return [origin("tool", ["tool.started", "tool.finished"], own), ...stated("blocker", situation)];
    case "blocked":
      return stated("blocker", situation);
    case "next":
      // Codes name what is open of the plan in the same way.
      return [
        ...stated("next", situation),
        ...(situation.style === "codes" ? [origin("agent", ["plan.updated"], own)] : []),
      ];
    case "facts":
    case "fact":
      return situation.facts.filter(isKnown).map(declared);
    case "decided":
    case "dec":
      return [...declaredOf("decision", situation), ...situation.decisions.map(found)];
    case "recalled":
      return recalled(situation);
    case "commits":
    case "branch":
      return [origin("git", [])];
    default:
      return [origin("tidemark", [])];
  }
}

interface Spoken {
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
}

function origin(by: Origin["by"], events: readonly EventName[], { session, agent }: Spoken = {}): Origin {
  return { by, events, ...(session ? { session } : {}), ...(agent ? { agent } : {}) };
}

/** What was declared, and what was found in the words of a prompt or a closing message. Tool output is in neither. */
function stated(kind: "blocker" | "next", situation: Situation): Origin[] {
  const { about } = situation;
  const said = kind === "next" ? about?.found.next : about?.found.blocked;
  return [
    ...declaredOf(kind, situation),
    ...(said ?? []).map(({ by }) =>
      origin(by, [saidIn(by)], { session: about?.session, agent: about?.agent }),
    ),
  ];
}

function declaredOf(kind: DeclaredFact["kind"], { facts }: Situation): Origin[] {
  return facts.filter((fact) => fact.kind === kind).map(declared);
}

function declared({ by, session }: DeclaredFact): Origin {
  return origin(by, ["fact.declared"], { session });
}

function found({ session }: MadeDecision): Origin {
  return origin("agent", ["turn.ended", "prompt.submitted"], { session });
}

function recalled({ recalled: memory }: Situation): Origin[] {
  if (memory === undefined) return [];
  const { by, session } = memory;
  return [origin(by, [by === "tool" ? "tool.finished" : saidIn(by)], { session })];
}

function saidIn(by: "user" | "agent"): EventName {
  return by === "user" ? "prompt.submitted" : "turn.ended";
}
