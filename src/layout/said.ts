import { declaredFacts } from "../fold/declared/declared-fact.js";
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
      ...(reason === undefined ? {} : { reason }),
      rejected,
      at,
      by,
      ...(branch === undefined ? {} : { branch }),
    }));
  const found = state.found.decisions.map(({ choice, reason, rejected, at, by }, index) => ({
    id: `${state.session}-${index + 1}`,
    choice,
    ...(reason === undefined ? {} : { reason }),
    rejected,
    at,
    by,
    ...(state.branch === undefined ? {} : { branch: state.branch }),
  }));
  return [...found, ...declared].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** A line of the conversation. */
export interface Message {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly at: number;
}

/** The conversation as it was recorded, each word once: an agent's last words are often also its closing message. */
export function messagesIn({ events }: SessionAccount): Message[] {
  const messages: Message[] = [];
  for (const { type, data, at } of events) {
    if (type === "prompt.submitted") messages.push({ role: "user", content: data.text, at });
    if (type !== "message.said" && type !== "turn.ended") continue;
    const content = type === "message.said" ? data.text : data.message;
    const last = messages.at(-1);
    const isTold = last?.role === "assistant" && content.startsWith(last.content);
    if (content === "") continue;
    if (isTold) messages.pop();
    messages.push({ role: "assistant", content, at });
  }
  return messages;
}
