import type { AssistantContent, ModelMessage, ToolResultPart, UserContent } from "ai";
import fc from "fast-check";
import { bytes, json, maybe, name, object, words } from "../word-arbitrary.js";

type Output = ToolResultPart["output"];
type OutputContent = Extract<Output, { type: "content" }>["value"][number];
type AssistantPart = Exclude<AssistantContent, string>[number];
type UserPart = Exclude<UserContent, string>[number];

const options = maybe({
  providerOptions: fc.constantFrom<NonNullable<ToolResultPart["providerOptions"]>[]>(
    { anthropic: { cacheControl: { type: "ephemeral" } } },
    { openai: { itemId: "rs_1", reasoningEncryptedContent: null } },
  ),
});
const some = fc.uint8Array({ minLength: 1, maxLength: 24 });
const address = fc.constantFrom("https://example.org/a.png", "https://example.org/b?c=d#e");
const bare = fc.oneof(
  bytes,
  bytes.map((data) => `data:image/png;base64,${data}`),
  address,
  address.map((href) => new URL(href)),
  some,
  some.map((data) => Buffer.from(data)),
  some.map((data) => new Uint8Array(data).buffer),
);
const reference = fc.constant({ openai: "file-1", anthropic: "file_2" });
const boxed = fc.oneof(
  fc.oneof(bytes, some).map((data) => ({ type: "data" as const, data })),
  address.map((href) => ({ type: "url" as const, url: new URL(href) })),
  reference.map((to) => ({ type: "reference" as const, reference: to })),
  words.map((text) => ({ type: "text" as const, text })),
);

const text = fc.tuple(words, options).map(([said, more]) => ({ type: "text" as const, text: said, ...more }));
const image = fc
  .tuple(fc.oneof(bare, reference), maybe({ mediaType: fc.constantFrom("image/png", "image/*") }), options)
  .map(([held, more, about]) => ({ type: "image" as const, image: held, ...more, ...about }));
const file = fc
  .tuple(
    fc.oneof(bare, reference, boxed),
    fc.constantFrom("application/pdf", "image/png", "audio/wav", "text/plain", "image/*"),
    maybe({ filename: words }),
    options,
  )
  .map(([data, mediaType, more, about]) => ({ type: "file" as const, data, mediaType, ...more, ...about }));
const reasoning = fc
  .tuple(fc.oneof(words, fc.constant("")), options)
  .map(([said, more]) => ({ type: "reasoning" as const, text: said, ...more }));
const drawn = fc
  .tuple(
    fc.oneof(
      bare,
      address.map((href) => ({ type: "url" as const, url: new URL(href) })),
    ),
    options,
  )
  .map(([data, more]) => ({ type: "reasoning-file" as const, data, mediaType: "image/png", ...more }));
const custom = options.map((more) => ({
  type: "custom" as const,
  kind: "openai.compaction" as const,
  ...more,
}));

const content: fc.Arbitrary<OutputContent> = fc.oneof<fc.Arbitrary<OutputContent>[]>(
  text,
  fc.tuple(boxed, maybe({ filename: words })).map(([data, more]) => ({
    type: "file",
    data,
    mediaType: "application/pdf",
    ...more,
  })),
  bytes.map((data) => ({ type: "image-data", data, mediaType: "image/png" })),
  bytes.map((data) => ({ type: "file-data", data, mediaType: "application/pdf" })),
  address.map((url) => ({ type: "image-url", url })),
  address.map((url) => ({ type: "file-url", url })),
  fc.constant({ type: "file-id", fileId: "file-1" }),
  reference.map((providerReference) => ({ type: "file-reference", providerReference })),
  options.map((more) => ({ type: "custom", ...more })),
);
const output: fc.Arbitrary<Output> = fc.oneof<fc.Arbitrary<Output>[]>(
  fc
    .tuple(fc.oneof(words, fc.constant("")), options)
    .map(([value, more]) => ({ type: "text", value, ...more })),
  fc.tuple(json, options).map(([value, more]) => ({ type: "json", value: anyJson(value), ...more })),
  fc.constant({ type: "json", value: [{ type: "text", text: "as parts" }] }),
  words.map((value) => ({ type: "error-text", value })),
  json.map((value) => ({ type: "error-json", value: anyJson(value) })),
  maybe({ reason: words }).map((more) => ({ type: "execution-denied", ...more })),
  fc.tuple(fc.array(content, { maxLength: 3 }), options).map(([value]) => ({ type: "content", value })),
);

function used(start: number): fc.Arbitrary<[AssistantPart[], ModelMessage]> {
  return fc.array(fc.tuple(name, object, options, output), { minLength: 1, maxLength: 3 }).map((calls) => [
    calls.map(([toolName, input, more], n) => ({
      type: "tool-call" as const,
      toolCallId: `call-${start}-${n}`,
      toolName,
      input,
      ...more,
    })),
    {
      role: "tool",
      content: calls.map(([toolName, , more, gave], n) => ({
        type: "tool-result" as const,
        toolCallId: `call-${start}-${n}`,
        toolName,
        output: gave,
        ...more,
      })),
    },
  ]);
}

/** A tool that the provider runs by itself, with its result in the answer. */
const provided: fc.Arbitrary<AssistantPart[]> = fc.tuple(words, output).map(([query, gave]) => [
  {
    type: "tool-call",
    toolCallId: "srv-1",
    toolName: "web_search",
    input: { query },
    providerExecuted: true,
  },
  { type: "tool-result", toolCallId: "srv-1", toolName: "web_search", output: gave },
]);
const approval: ModelMessage[] = [
  {
    role: "assistant",
    content: [
      { type: "tool-call", toolCallId: "ask-1", toolName: "run", input: { command: "ls" } },
      { type: "tool-approval-request", approvalId: "approval-1", toolCallId: "ask-1" },
    ],
  },
  { role: "tool", content: [{ type: "tool-approval-response", approvalId: "approval-1", approved: true }] },
];

const said = fc
  .array(
    fc.oneof<fc.Arbitrary<AssistantPart[]>[]>(
      fc.oneof<fc.Arbitrary<AssistantPart>[]>(text, file, reasoning, drawn, custom).map((part) => [part]),
      provided,
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.flat());

function round(start: number): fc.Arbitrary<ModelMessage[]> {
  return fc
    .tuple(
      fc.option(fc.tuple(words, options)),
      fc.oneof(words, fc.array(fc.oneof<fc.Arbitrary<UserPart>[]>(text, image, file), { maxLength: 3 })),
      options,
      fc.option(fc.tuple(said, used(start))),
      fc.option(fc.oneof(words, said)),
      fc.boolean(),
    )
    .map(([system, asked, about, uses, answer, isAsked]) => [
      ...(system === null ? [] : [{ role: "system" as const, content: system[0], ...system[1] }]),
      { role: "user" as const, content: asked, ...about },
      ...(uses === null
        ? []
        : [{ role: "assistant" as const, content: [...uses[0], ...uses[1][0]] }, uses[1][1]]),
      ...(isAsked ? approval : []),
      ...(answer === null ? [] : [{ role: "assistant" as const, content: answer, ...about }]),
    ]);
}

export const modelMessages: fc.Arbitrary<ModelMessage[]> = fc
  .integer({ min: 1, max: 3 })
  .chain((rounds) => fc.tuple(...Array.from({ length: rounds }, (_, n) => round(n))))
  .map((rounds) => rounds.flat());

function anyJson(value: unknown): Extract<Output, { type: "json" }>["value"] {
  return JSON.parse(JSON.stringify(value));
}
