import type { NewMessage } from "../message/message.js";
import { answerOf } from "./answer.js";
import type { Content, Finish, StreamPart } from "./sdk.js";

type Spoken = Extract<Content, { type: "text" | "reasoning" }>;

/** The answer that a stream has given so far. */
export interface Gathered {
  take(part: StreamPart): void;
  answer(): NewMessage | undefined;
}

export function gather(): Gathered {
  const content: Content[] = [];
  const open = new Map<string, Spoken>();
  let finish: Finish["unified"] | undefined;
  const start = (key: string, spoken: Spoken) => {
    open.set(key, spoken);
    content.push(spoken);
  };
  return {
    take(part) {
      switch (part.type) {
        case "text-start":
          return start(`text ${part.id}`, { type: "text", text: "", ...about(part) });
        case "reasoning-start":
          return start(`reasoning ${part.id}`, { type: "reasoning", text: "", ...about(part) });
        case "text-delta":
        case "reasoning-delta": {
          const type = part.type === "text-delta" ? "text" : "reasoning";
          if (!open.has(`${type} ${part.id}`)) start(`${type} ${part.id}`, { type, text: "" });
          const spoken = open.get(`${type} ${part.id}`);
          if (spoken !== undefined) Object.assign(spoken, about(part), { text: spoken.text + part.delta });
          return;
        }
        case "text-end":
        case "reasoning-end": {
          const key = `${part.type === "text-end" ? "text" : "reasoning"} ${part.id}`;
          const cited = part.type === "text-end" && part.citations ? { citations: part.citations } : {};
          Object.assign(open.get(key) ?? {}, about(part), cited);
          open.delete(key);
          return;
        }
        case "finish":
          finish = part.finishReason.unified;
          return;
        case "tool-call":
        case "tool-result":
        case "tool-approval-request":
        case "custom":
        case "file":
        case "reasoning-file":
        case "source":
          content.push(part);
      }
    },
    answer: () => answerOf(content, finish),
  };
}

/** What is said last about a part holds. */
function about({ providerMetadata }: Pick<Spoken, "providerMetadata">): Pick<Spoken, "providerMetadata"> {
  return providerMetadata === undefined ? {} : { providerMetadata };
}
