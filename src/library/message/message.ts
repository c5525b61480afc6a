import type { Envelope } from "../../event/envelope.js";
import type { EventData } from "../../event/registry.js";

/** A message as a program adds it: a text, or parts where there is more to it. */
export type NewMessage = EventData<"message.added">;

/** A message as it is kept, with its place in the order: the same for every process that reads it. */
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
