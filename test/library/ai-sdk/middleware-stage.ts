import type {
  LanguageModelV4Content as Content,
  LanguageModelV4GenerateResult as Generated,
  LanguageModelV4StreamPart as StreamPart,
} from "@ai-sdk/provider";
import { jsonSchema, tool, wrapLanguageModel } from "ai";
import type { MockLanguageModelV4 } from "ai/test";
import type { Session, Tidemark } from "../../../src/index.js";
import { type MiddlewareOptions, tidemarkMiddleware } from "../../../src/library/ai-sdk/index.js";
import { Room } from "../room.js";

/** A session for models of the AI SDK to be recorded in. */
export class MiddlewareStage {
  readonly #room = new Room();
  tidemark: Tidemark = this.#room.open();
  readonly session: Session = this.tidemark.sessions.create();

  /** As if the program was started again. */
  reopen(): Tidemark {
    this.tidemark.close();
    this.tidemark = this.#room.open();
    return this.tidemark;
  }

  close(): void {
    this.tidemark.close();
    this.#room[Symbol.dispose]();
  }

  remembering(model: MockLanguageModelV4, options?: MiddlewareOptions, to: Session = this.session) {
    return wrapLanguageModel({ model, middleware: tidemarkMiddleware(to, options) });
  }

  recorded(of: Session = this.session): string[] {
    return [...of.history()].map(({ role, content, incomplete }) => {
      const parts =
        typeof content === "string"
          ? content
          : content.map((part) => (part.type === "text" ? part.text : part.type)).join(" + ");
      return `${role}: ${parts}${incomplete ? " …" : ""}`;
    });
  }
}

const usage: Generated["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

export function generated(content: Content[], unified: "stop" | "tool-calls" | "length" = "stop"): Generated {
  return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] };
}

export function said(text: string): Content {
  return { type: "text", text };
}

export const call = {
  type: "tool-call",
  toolCallId: "call-1",
  toolName: "weather",
  input: '{"city": "Oslo"}',
} as const satisfies Content;
export const weather = tool({
  inputSchema: jsonSchema<{ city: string }>({ type: "object", properties: { city: { type: "string" } } }),
  execute: async ({ city }) => ({ city, rain: true }),
});
export const finish = {
  type: "finish",
  usage,
  finishReason: { unified: "stop", raw: undefined },
} as const satisfies StreamPart;
