import { allPins, rulesOf } from "../declared/declared.js";
import { type DeclaredFact, declaredFacts, type FactKind } from "../declared/declared-fact.js";
import type { ProjectState } from "../project.js";
import type { Thread } from "../thread/thread-state.js";
import type { Memory, MemoryKind } from "./memory-state.js";

/** The pins, facts and rules of a project, each with the id by which it is rated and removed. */
export function projectMemories(state: ProjectState): Memory[] {
  return [
    ...allPins(state).map(({ id, text, createdAt }) => memory({ id, kind: "pin", at: createdAt, text })),
    ...declaredFacts(state).map((fact) => ({
      ...memory({ id: fact.id, kind: KIND[fact.kind], by: fact.by, at: fact.at, text: textOf(fact) }),
      branch: fact.branch,
      superseded: fact.supersededBy,
    })),
    ...rulesOf(state).map(({ id, text, at }) => memory({ id, kind: "convention", at, text })),
  ];
}

/** Title, topics and summary of a thread. Undefined for a thread of one turn, which adds nothing. */
export function threadMemory(thread: Thread): Memory | undefined {
  const { id, title, topics, summary, lastAt, files, branches } = thread;
  const text = [title, topics.join(", "), summary].filter((part) => part !== "").join("\n");
  if (text === "" || thread.turns < 2) return undefined;
  return { ...memory({ id, kind: "thread", by: "agent", at: lastAt, text, files }), branch: branches.at(-1) };
}

const KIND: { readonly [K in FactKind]: MemoryKind } = {
  decision: "decision",
  blocker: "blocker",
  next: "plan",
  done: "fact",
  fact: "fact",
  convention: "convention",
  command: "command",
};

type MemoryFields = Pick<Memory, "id" | "kind" | "at" | "text"> & Partial<Pick<Memory, "by" | "files">>;

// Declarations belong to the project, not to a session or a device.
function memory({ id, kind, by = "user", at, text, files = [] }: MemoryFields): Memory {
  return { id, kind, by, at, session: "", author: "", files, text };
}

function textOf({ text, reason, rejected = [] }: DeclaredFact): string {
  const not = rejected.length === 0 ? "" : ` (not ${rejected.join(", ")})`;
  return `${text}${not}${reason === undefined ? "" : ` because ${reason}`}`;
}
