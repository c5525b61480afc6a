import type { ServerResponse } from "node:http";
import type { Reply } from "./message.js";
import { chat } from "./protocol/chat.js";
import { gemini } from "./protocol/gemini.js";
import { messages } from "./protocol/messages.js";
import { responses } from "./protocol/responses.js";
import type { ModelRequest } from "./request.js";

/** How agents of one maker speak with a model. */
export interface Protocol {
  /** Whether this is an address at which the model is spoken to. */
  readonly address: RegExp;
  read(body: unknown): ModelRequest | undefined;
  /** `number` makes ids that occur once. */
  answer(response: ServerResponse, asked: Asked, reply: Reply): void;
}

interface Asked {
  readonly number: number;
  readonly url: string;
  readonly body: unknown;
}

export function protocolAt(url: string): Protocol | undefined {
  return [messages, responses, chat, gemini].find(({ address }) => address.test(url));
}
