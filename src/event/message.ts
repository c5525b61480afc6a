import * as v from "valibot";
import { define } from "./define.js";
import type { Json } from "./json.js";
import { action } from "./tool.js";

const json = v.custom<Json>((value) => value !== undefined);

/** Fields that only one provider has, by its name; returned unchanged. */
const extra = v.optional(v.record(v.string(), json));

const text = v.object({ type: v.literal("text"), text: v.string(), extra });

/** An image, a recording or a document: its bytes in base64, or its address. */
const file = v.object({
  type: v.literal("file"),
  mediaType: v.string(),
  data: v.optional(v.string()),
  url: v.optional(v.string()),
  name: v.optional(v.string()),
  extra,
});

const reasoning = v.object({ type: v.literal("reasoning"), text: v.string(), extra });

const toolCall = v.object({
  type: v.literal("tool-call"),
  /** Pairs the call with its result. */
  id: v.string(),
  tool: v.string(),
  input: json,
  extra,
});

/** The subject of a call, stored with its result too, so that the result can be read alone. */
const about = v.object({
  action,
  paths: v.optional(v.array(v.string())),
  command: v.optional(v.string()),
  target: v.optional(v.string()),
});

const toolResult = v.object({
  type: v.literal("tool-result"),
  id: v.string(),
  tool: v.optional(v.string()),
  output: json,
  failed: v.optional(v.literal(true)),
  about: v.optional(about),
  extra,
});

/** A part that only its provider understands. */
const foreign = v.object({ type: v.literal("foreign"), from: v.string(), value: json });

const part = v.variant("type", [text, file, reasoning, toolCall, toolResult, foreign]);

const role = v.picklist(["system", "user", "assistant", "tool"]);

export const messageEvents = {
  "message.added": define("A program added a message to a session of its own.", () =>
    v.object({
      role,
      content: v.union([v.string(), v.array(part)]),
      /** A person or an error cut the answer off. */
      incomplete: v.optional(v.literal(true)),
      extra,
    }),
  ),
};

export const ROLES = role.options;
export const PART_SCHEMAS = part.options;
export type Role = v.InferOutput<typeof role>;
export type Part = v.InferOutput<typeof part>;
export type TextPart = v.InferOutput<typeof text>;
export type FilePart = v.InferOutput<typeof file>;
export type ReasoningPart = v.InferOutput<typeof reasoning>;
export type ToolCallPart = v.InferOutput<typeof toolCall>;
export type ToolResultPart = v.InferOutput<typeof toolResult>;
export type ToolAbout = v.InferOutput<typeof about>;
export type ForeignPart = v.InferOutput<typeof foreign>;
