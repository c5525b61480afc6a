import type { Json } from "../../event/json.js";
import type { Part, Role } from "../../event/message.js";
import { declaredFacts } from "../../model/fold/declared/declared-fact.js";
import type { SessionAccount } from "./account.js";

/** A decision as layouts keep it. */
export interface KeptDecision {
  readonly id: string;
  readonly choice: string;
  readonly reason?: string;
  readonly rejected: readonly string[];
  readonly at: number;
  readonly by: "user" | "agent";
  readonly branch?: string;
}

/** What was decided in a session, said on the way or declared, oldest first. */
export function decisionsIn({ state, project }: SessionAccount): KeptDecision[] {
  const declared = declaredFacts(project, "decision")
    .filter(({ session, supersededBy }) => session === state.session && supersededBy === undefined)
    .map(({ id, text, reason, rejected = [], at, by, branch }) => ({
      id,
      choice: text,
      reason,
      rejected,
      at,
      by,
      branch,
    }));
  const found = state.found.decisions.map(({ choice, reason, rejected, at, by }, index) => ({
    id: `${state.session}-${index + 1}`,
    choice,
    reason,
    rejected,
    at,
    by,
    branch: state.branch,
  }));
  return [...found, ...declared].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** One message of the conversation. */
export interface Said {
  readonly role: Role;
  readonly content: string | readonly Part[];
  readonly at: number;
  readonly incomplete?: true;
  readonly extra?: { readonly [maker: string]: Json };
}

/** The conversation: as a program added it, or what the hooks of an agent heard of it. */
export function conversationIn({ events, origin }: SessionAccount): {
  readonly said: readonly Said[];
  readonly isWhole: boolean;
} {
  const added = [...origin, ...events].flatMap((event) =>
    event.type === "message.added" ? [{ ...event.data, at: event.at }] : [],
  );
  return added.length > 0 ? { said: added, isWhole: true } : { said: heardIn(events), isWhole: false };
}

/** Each word once: an agent's last words are often also its closing message. */
function heardIn(events: SessionAccount["events"]): Said[] {
  const said: { role: Role; content: string; at: number }[] = [];
  for (const { type, data, at } of events) {
    if (type === "prompt.submitted") said.push({ role: "user", content: data.text, at });
    if (type !== "message.said" && type !== "turn.ended") continue;
    const content = type === "message.said" ? data.text : data.message;
    const last = said.at(-1);
    const isTold = last?.role === "assistant" && content.startsWith(last.content);
    if (content === "") continue;
    if (isTold) said.pop();
    said.push({ role: "assistant", content, at });
  }
  return said;
}
