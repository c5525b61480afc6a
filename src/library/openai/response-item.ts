import { fieldOf, isList, type JsonObject } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { argumentsOf, inputOf } from "../maker/argument.js";
import { asOf, type Form } from "../maker/form.js";
import { textAt } from "../maker/json.js";
import { readOutput, writeOutput } from "./response-content.js";

const MAKER = "openai-responses";

/** The items of the Responses API that are no messages: calls, their outputs, thoughts. Others are kept as they are. */
export const itemForm: Form = { maker: MAKER, partOf, blockOf };

function partOf(item: JsonObject): Part | undefined {
  const [type, id, tool] = [textAt(item, "type"), textAt(item, "call_id"), textAt(item, "name")];
  if (type === "reasoning") return thoughtOf(item);
  if (id === undefined) return undefined;
  const [written, input] = [textAt(item, "arguments"), textAt(item, "input")];
  if (type === "function_call" && tool !== undefined && written !== undefined)
    return { type: "tool-call", id, tool, input: inputOf(written) };
  if (type === "custom_tool_call" && tool !== undefined && input !== undefined)
    return { type: "tool-call", id, tool, input, extra: { [MAKER]: { as: type } } };
  if (type === "function_call_output")
    return { type: "tool-result", id, output: readOutput(fieldOf(item, "output")) };
  if (type === "custom_tool_call_output")
    return {
      type: "tool-result",
      id,
      output: readOutput(fieldOf(item, "output")),
      extra: { [MAKER]: { as: type } },
    };
  return undefined;
}

function thoughtOf(item: JsonObject): Part {
  const summary = fieldOf(item, "summary");
  const texts = isList(summary) ? summary.flatMap((entry) => textAt(entry, "text") ?? []) : [];
  return { type: "reasoning", text: texts.join("\n\n"), extra: { [MAKER]: { as: "reasoning" } } };
}

function blockOf(part: Part): JsonObject | undefined {
  const as = asOf(itemForm, part);
  switch (part.type) {
    case "reasoning": {
      if (as === undefined) return undefined;
      return { type: as, summary: part.text === "" ? [] : [{ type: "summary_text", text: part.text }] };
    }
    case "tool-call": {
      const { id: call_id, tool: name, input } = part;
      if (as !== undefined) return { type: as, call_id, name, input };
      return { type: "function_call", call_id, name, arguments: argumentsOf(input) };
    }
    case "tool-result":
      return { type: as ?? "function_call_output", call_id: part.id, output: writeOutput(part.output) };
    default:
      return undefined;
  }
}
