import type { Envelope } from "../../event/envelope.js";
import type { EventData } from "../../event/registry.js";

/** A message as a program adds it. */
export type NewMessage = EventData<"message.added">;

/** A recorded message, with its place in the order of events. */
export interface Message extends NewMessage {
  readonly id: string;
  readonly at: number;
  readonly clock: number;
}

export function messageOf(
  { id, at, clock }: Pick<Envelope, "id" | "at" | "clock">,
  data: NewMessage,
): Message {
  return { id, at, clock, ...data };
}
