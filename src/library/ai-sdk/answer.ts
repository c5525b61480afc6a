import type { Part } from "../../event/message.js";
import { inputOf } from "../maker/argument.js";
import { toPart } from "../maker/form.js";
import { jsonOf } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { aiSdkForm } from "./form.js";
import { pack } from "./pack.js";
import type { Content, Finish } from "./sdk.js";

/** What is told of an answer and does not go back into a prompt. */
const ASIDE = "ai-sdk-answer";
const CUT_OFF: readonly string[] = ["length", "error", "interrupted"] satisfies Finish["unified"][];

/** What a model gave, as the SDK will show it to the model in its next prompt; undefined where there is nothing. */
export function answerOf(
  content: readonly Content[],
  finish: Finish["unified"] | undefined,
): NewMessage | undefined {
  const parts = content.flatMap(partsOf);
  if (parts.length === 0) return undefined;
  const isWhole = finish !== undefined && !CUT_OFF.includes(finish);
  return { role: "assistant", content: parts, ...(isWhole ? {} : { incomplete: true }) };
}

function partsOf(content: Content): Part[] {
  const options = content.providerMetadata === undefined ? {} : { providerOptions: content.providerMetadata };
  const { providerMetadata: _metadata, ...plain } = content;
  switch (plain.type) {
    case "text": {
      const { citations, ...text } = plain;
      if (text.text === "" && content.providerMetadata === undefined) return [];
      return [
        withAside(partOf({ ...text, ...options }), citations === undefined ? undefined : { citations }),
      ];
    }
    case "source":
      return [{ type: "foreign", from: ASIDE, value: jsonOf(content) }];
    case "tool-call": {
      const { toolCallId, toolName, providerExecuted } = plain;
      const run = providerExecuted === undefined ? {} : { providerExecuted };
      return [
        partOf({ type: plain.type, toolCallId, toolName, input: inputOf(plain.input), ...run, ...options }),
      ];
    }
    case "tool-result": {
      const { toolCallId, toolName, result, isError = false, preliminary = false } = plain;
      const kind = typeof result === "string" ? "text" : "json";
      const output = { type: isError ? `error-${kind}` : kind, value: result };
      return preliminary ? [] : [partOf({ type: plain.type, toolCallId, toolName, output, ...options })];
    }
    default:
      return [partOf({ ...plain, ...options })];
  }
}

function partOf(block: object): Part {
  return toPart(aiSdkForm, pack(block));
}

function withAside(part: Part, aside: object | undefined): Part {
  if (aside === undefined || part.type === "foreign") return part;
  return { ...part, extra: { ...part.extra, [ASIDE]: jsonOf(aside) } };
}
