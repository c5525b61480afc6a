import fc from "fast-check";
import type { Part } from "../../../src/event/message.js";
import type { EventData } from "../../../src/event/registry.js";

export type MessageData = EventData<"message.added">;

const text = fc.oneof(
  fc.lorem({ maxCount: 8 }),
  fc.string({ maxLength: 80, unit: "binary" }),
  fc.nat(4_000).map((length) => "word ".repeat(length / 5)),
);
/** Few ids, so that programs use some again. */
const id = fc.constantFrom("a", "b", "c");

const part: fc.Arbitrary<Part> = fc.oneof(
  text.map((said): Part => ({ type: "text", text: said })),
  text.map((said): Part => ({ type: "reasoning", text: said })),
  fc.record({
    type: fc.constant("tool-call" as const),
    id,
    tool: fc.constant("run"),
    input: fc.record({ command: text }),
  }),
  fc.record({ type: fc.constant("tool-result" as const), id, output: text }),
  fc.record({ type: fc.constant("foreign" as const), from: fc.constant("x"), value: text }),
);

export const messages: fc.Arbitrary<MessageData[]> = fc.array(
  fc.record({
    role: fc.constantFrom("user" as const, "assistant" as const, "tool" as const),
    content: fc.oneof(text, fc.array(part, { maxLength: 4 })),
  }),
  { maxLength: 30 },
);

/** The calls and results of messages, in their order. */
export function halvesOf(list: readonly MessageData[]): string[] {
  return list.flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.flatMap((one) =>
          one.type === "tool-call"
            ? [`call ${one.id}`]
            : one.type === "tool-result"
              ? [`result ${one.id}`]
              : [],
        ),
  );
}

/** Whether each result has its call before it, and each call is answered before its id is used again. */
export function areWhole(list: readonly MessageData[]): boolean {
  const waiting = new Set<string>();
  for (const half of halvesOf(list)) {
    const [kind, name = ""] = half.split(" ");
    if (kind === "call") {
      if (waiting.has(name)) return false;
      waiting.add(name);
    } else if (!waiting.delete(name)) return false;
  }
  return waiting.size === 0;
}
