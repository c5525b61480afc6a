import { fieldOf, isList, type Json, type JsonObject } from "../../event/json.js";
import type { Part, ToolResultPart } from "../../event/message.js";
import { partsIn } from "../../event/output-parts.js";
import { asOf, type Form, ownOf, toBlock, toPart } from "../maker/form.js";
import { textAt } from "../maker/json.js";
import { outputOf } from "../maker/output.js";
import { sayPart } from "../maker/say.js";
import { isFileType, readFile, writeFile } from "./file.js";

/** The parts of a `ModelMessage` of the AI SDK, packed as JSON. */
export const aiSdkForm: Form = { maker: "ai-sdk", partOf, blockOf };

/** A text in the place of what has no form here. */
export function blocksOf(part: Part): JsonObject[] {
  const block = toBlock(aiSdkForm, part);
  if (block !== undefined) return [block];
  const text = sayPart(part);
  return text === undefined ? [] : [{ type: "text", text }];
}

function partOf(block: JsonObject): Part | undefined {
  const [type, text] = [textAt(block, "type"), textAt(block, "text")];
  const [id, tool] = [textAt(block, "toolCallId"), textAt(block, "toolName")];
  if (isFileType(type)) return readFile(type, block);
  if (type === "text") return text === undefined ? undefined : { type, text };
  if (type === "reasoning")
    return text === undefined ? undefined : { type, text, extra: { "ai-sdk": { as: type } } };
  if (id === undefined || tool === undefined) return undefined;
  if (type === "tool-call") return { type, id, tool, input: fieldOf(block, "input") ?? null };
  return type === "tool-result" ? resultOf(id, tool, fieldOf(block, "output")) : undefined;
}

function resultOf(id: string, tool: string, given: Json | undefined): ToolResultPart | undefined {
  const as = textAt(given, "type");
  const value = fieldOf(given, as === "execution-denied" ? "reason" : "value");
  const failed = as === "error-text" || as === "error-json" || as === "execution-denied";
  if (as === undefined || (value === undefined && as !== "execution-denied")) return undefined;
  const output =
    as === "content" && isList(value)
      ? outputOf(value.map((entry) => toPart(aiSdkForm, entry)))
      : (value ?? null);
  const result: ToolResultPart = { type: "tool-result", id, tool, output, ...(failed ? { failed } : {}) };
  return kindOf(result) === as ? result : { ...result, extra: { "ai-sdk": { as } } };
}

const FAILED = "[The tool failed.]";

/** What an output is called where nobody has said it. */
function kindOf({ output, failed }: ToolResultPart): string {
  if (typeof output === "string") return failed ? "error-text" : "text";
  const parts = partsIn(output);
  // An error is JSON to the SDK, and a picture in it a long text.
  if (parts !== undefined && (!failed || parts.some(({ type }) => type === "file"))) return "content";
  return failed ? "error-json" : "json";
}

function blockOf(part: Part): JsonObject | undefined {
  const as = asOf(aiSdkForm, part);
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "file":
      return writeFile(part, as);
    case "reasoning":
      return ownOf(aiSdkForm, part) && { type: "reasoning", text: part.text };
    case "tool-call":
      return { type: "tool-call", toolCallId: part.id, toolName: part.tool, input: part.input };
    case "tool-result": {
      const output = writeOutput(part, as ?? kindOf(part));
      return { type: "tool-result", toolCallId: part.id, toolName: part.tool ?? "unknown", output };
    }
    case "foreign":
      return undefined;
  }
}

function writeOutput({ output, failed }: ToolResultPart, type: string): JsonObject {
  if (type === "execution-denied") return { type, ...(output === null ? {} : { reason: output }) };
  if (type === "content") {
    const value = (partsIn(output) ?? []).flatMap(blocksOf);
    return { type, value: failed ? [{ type: "text", text: FAILED }, ...value] : value };
  }
  return { type, value: output };
}
