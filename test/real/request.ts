import * as v from "valibot";

const Block = v.looseObject({
  type: v.string(),
  text: v.optional(v.string()),
  name: v.optional(v.string()),
  content: v.optional(v.unknown()),
  is_error: v.optional(v.boolean()),
});
const Content = v.union([v.string(), v.array(Block)]);

const Body = v.looseObject({
  system: v.optional(Content),
  messages: v.array(v.looseObject({ role: v.string(), content: Content })),
});
export type ModelRequest = v.InferOutput<typeof Body>;

export function readRequest(body: unknown): ModelRequest | undefined {
  const read = v.safeParse(Body, body);
  return read.success ? read.output : undefined;
}

/** Everything said to the model outside its conversation: the system prompt and each `role: "system"` message. */
function systemTexts(request: ModelRequest): string[] {
  const said = request.messages.filter(({ role }) => role === "system").map(({ content }) => content);
  return [request.system ?? "", ...said].flatMap(texts);
}

export interface Injection {
  readonly event: string;
  readonly text: string;
}

/** What Tidemark said through its hooks, oldest first. Claude Code ends each context with an empty line. */
export function injections(request: ModelRequest): Injection[] {
  const context = /(\w+) hook additional context: ((?:Tidemark ·|<recorded>)[\s\S]*?)(?=\n\n|$)/g;
  return systemTexts(request).flatMap((text) =>
    [...text.matchAll(context)].map(([, event = "", said = ""]) => ({ event, text: said.trimEnd() })),
  );
}

/** The agent asks for a summary in place of the conversation. */
export function isCompaction(request: ModelRequest): boolean {
  const last = request.messages.findLast(({ role }) => role === "user");
  return last !== undefined && texts(last.content).some((text) => /create a detailed summary/i.test(text));
}

function texts(content: v.InferOutput<typeof Content>): string[] {
  return typeof content === "string" ? [content] : content.flatMap(({ text }) => text ?? []);
}
