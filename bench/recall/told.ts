import { defaultEmbedder } from "../../src/recall/default-embedder.js";
import { embed } from "../../src/recall/embed.js";
import { Conversation } from "./conversation.js";
import type { Asked, Sample } from "./sample.js";

/** A conversation in memory, with its vectors, and what is asked about it. */
export interface Told {
  readonly conversation: Conversation;
  readonly asked: readonly Asked[];
}

/** Tells each conversation into a memory of its own, and forgets them all when the work is done. */
export async function withTold<T>(
  samples: readonly Sample[],
  work: (told: readonly Told[]) => T,
): Promise<T> {
  const told: Told[] = [];
  try {
    for (const { messages, asked } of samples) {
      const conversation = new Conversation(messages);
      told.push({ conversation, asked });
      await embed(conversation.home, conversation.store(), defaultEmbedder);
    }
    return work(told);
  } finally {
    for (const { conversation } of told) conversation.close();
  }
}
