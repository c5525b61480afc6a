import * as v from "valibot";

/** What the test process and the process inside the room tell each other over the IPC channel. */
const Env = v.record(v.string(), v.string());

const TextBlock = v.object({ type: v.literal("text"), text: v.string() });
const ToolUse = v.object({
  type: v.literal("tool_use"),
  name: v.string(),
  input: v.record(v.string(), v.unknown()),
  /** Codex finds the tool of an MCP server by the server's name beside the tool's own. */
  namespace: v.optional(v.string()),
});
/** A tool that takes a text as it is, with no JSON around it, such as Codex' `apply_patch`. */
const FreeUse = v.object({ type: v.literal("free_use"), name: v.string(), input: v.string() });

const Reply = v.object({
  content: v.array(v.variant("type", [TextBlock, ToolUse, FreeUse])),
  /** What the model claims the conversation weighs; a large figure makes the agent compact. */
  inputTokens: v.optional(v.number()),
});
export type Reply = v.InferOutput<typeof Reply>;

export const ToInside = v.variant("kind", [
  v.object({
    kind: v.literal("run"),
    command: v.string(),
    args: v.array(v.string()),
    env: Env,
    cwd: v.string(),
  }),
  v.object({ kind: v.literal("reply"), number: v.number(), reply: Reply }),
]);
export type ToInside = v.InferOutput<typeof ToInside>;

export const ToOutside = v.variant("kind", [
  v.object({ kind: v.literal("ready"), port: v.number(), interfaces: v.array(v.string()) }),
  v.object({
    kind: v.literal("request"),
    number: v.number(),
    method: v.string(),
    url: v.string(),
    body: v.unknown(),
  }),
  v.object({ kind: v.literal("started"), pid: v.number() }),
  v.object({
    kind: v.literal("ended"),
    code: v.nullable(v.number()),
    signal: v.nullable(v.string()),
    stdout: v.string(),
    stderr: v.string(),
  }),
]);
export type ToOutside = v.InferOutput<typeof ToOutside>;
