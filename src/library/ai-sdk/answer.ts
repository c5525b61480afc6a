import type { Part } from "../../event/message.js";
import { parseArguments, toPart } from "../maker/form.js";
import { jsonOf } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { aiSdkForm } from "./form.js";
import { pack } from "./pack.js";
import type { Content, Finish, StreamPart } from "./sdk.js";

/** Keeps the fields of an answer that do not go back into a prompt. */
const ASIDE = "ai-sdk-answer";
const CUT_OFF: readonly string[] = ["length", "error", "interrupted"] satisfies Finish["unified"][];

type Spoken = Extract<Content, { type: "text" | "reasoning" }>;
type Metadata = Pick<Spoken, "providerMetadata">;

/** A model's answer as the SDK repeats it in the next prompt; undefined if it is empty. */
export function answerOf(
  content: readonly Content[],
  finish: Finish["unified"] | undefined,
): NewMessage | undefined {
  const parts = content.flatMap(partsOf);
  if (parts.length === 0) return undefined;
  const incomplete = finish === undefined || CUT_OFF.includes(finish) || undefined;
  return { role: "assistant", content: parts, incomplete };
}

/** Gathers the answer of a stream. */
export function gatherAnswer() {
  const content: Content[] = [];
  const open = new Map<string, Spoken>();
  let finish: Finish["unified"] | undefined;
  const start = (type: Spoken["type"], id: string, metadata: Metadata = {}): Spoken => {
    const spoken = { type, text: "", ...metadata };
    open.set(`${type} ${id}`, spoken);
    content.push(spoken);
    return spoken;
  };
  return {
    take(part: StreamPart): void {
      switch (part.type) {
        case "text-start":
        case "reasoning-start":
          start(part.type === "text-start" ? "text" : "reasoning", part.id, metadataOf(part));
          return;
        case "text-delta":
        case "reasoning-delta": {
          const type = part.type === "text-delta" ? "text" : "reasoning";
          const spoken = open.get(`${type} ${part.id}`) ?? start(type, part.id);
          Object.assign(spoken, metadataOf(part), { text: spoken.text + part.delta });
          return;
        }
        case "text-end":
        case "reasoning-end": {
          const key = `${part.type === "text-end" ? "text" : "reasoning"} ${part.id}`;
          const cited = part.type === "text-end" && part.citations ? { citations: part.citations } : {};
          Object.assign(open.get(key) ?? {}, metadataOf(part), cited);
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

function partsOf(content: Content): Part[] {
  const { providerMetadata: providerOptions, ...plain } = content;
  switch (plain.type) {
    case "text": {
      const { citations, ...text } = plain;
      if (text.text === "" && providerOptions === undefined) return [];
      const part = partOf({ ...text, providerOptions });
      if (citations === undefined || part.type === "foreign") return [part];
      return [{ ...part, extra: { ...part.extra, [ASIDE]: jsonOf({ citations }) } }];
    }
    case "source":
      return [{ type: "foreign", from: ASIDE, value: jsonOf(content) }];
    case "tool-call": {
      const { type, toolCallId, toolName, providerExecuted } = plain;
      const input = parseArguments(plain.input);
      return [partOf({ type, toolCallId, toolName, input, providerExecuted, providerOptions })];
    }
    case "tool-result": {
      const { toolCallId, toolName, result, isError = false, preliminary = false } = plain;
      const kind = typeof result === "string" ? "text" : "json";
      const output = { type: isError ? `error-${kind}` : kind, value: result };
      return preliminary ? [] : [partOf({ type: plain.type, toolCallId, toolName, output, providerOptions })];
    }
    default:
      return [partOf({ ...plain, providerOptions })];
  }
}

function partOf(block: object): Part {
  return toPart(aiSdkForm, pack(block));
}

/** The last metadata of a part replaces earlier metadata. */
function metadataOf({ providerMetadata }: Metadata): Metadata {
  return providerMetadata === undefined ? {} : { providerMetadata };
}
