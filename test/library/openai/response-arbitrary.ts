import fc from "fast-check";
import type OpenAI from "openai";
import { bytes, maybe, name, words } from "../word-arbitrary.js";
import { written } from "./arbitrary.js";

type Item = OpenAI.Responses.ResponseInputItem;
type Content = OpenAI.Responses.ResponseInputContent;

const detail = fc.constantFrom("low" as const, "high" as const, "auto" as const);
const status = maybe({ status: fc.constantFrom("completed" as const, "incomplete" as const) });

const input: fc.Arbitrary<Content> = fc.oneof<fc.Arbitrary<Content>[]>(
  words.map((text) => ({ type: "input_text", text })),
  fc
    .tuple(
      detail,
      maybe({
        image_url: fc.oneof(
          fc.constantFrom(null, "https://example.org/a.png"),
          bytes.map((data) => `data:image/webp;base64,${data}`),
        ),
        file_id: fc.constantFrom(null, "file-1"),
      }),
    )
    .map(([closely, about]) => ({ type: "input_image", detail: closely, ...about })),
  maybe({
    file_data: fc.oneof(
      bytes,
      bytes.map((data) => `data:application/pdf;base64,${data}`),
    ),
    file_url: fc.constant("https://example.org/a.pdf"),
    file_id: fc.constantFrom(null, "file-1"),
    filename: words,
  }).map((about) => ({ type: "input_file", ...about })),
);

const spoken: fc.Arbitrary<Item> = fc
  .tuple(
    fc.constantFrom("user" as const, "system" as const, "developer" as const),
    fc.oneof(words, fc.array(input, { minLength: 1, maxLength: 3 })),
    maybe({ type: fc.constant("message" as const) }),
  )
  .map(([role, content, type]) => ({ role, content, ...type }));

const easy: fc.Arbitrary<Item> = fc
  .tuple(
    words,
    maybe({ type: fc.constant("message" as const), phase: fc.constantFrom("commentary" as const, null) }),
  )
  .map(([content, more]) => ({ role: "assistant", content, ...more }));

const output: fc.Arbitrary<Item> = fc
  .tuple(
    fc.array(
      fc.oneof<fc.Arbitrary<OpenAI.Responses.ResponseOutputText | OpenAI.Responses.ResponseOutputRefusal>[]>(
        fc
          .tuple(words, maybe({ logprobs: fc.constant<OpenAI.Responses.ResponseOutputText.Logprob[]>([]) }))
          .map(([text, more]) => ({
            type: "output_text",
            text,
            annotations: [
              { type: "url_citation", url: "https://example.org", title: text, start_index: 0, end_index: 1 },
            ],
            ...more,
          })),
        words.map((refusal) => ({ type: "refusal", refusal })),
      ),
      { maxLength: 3 },
    ),
    fc.constantFrom("completed" as const, "incomplete" as const),
  )
  .map(([content, how]) => ({ id: "msg_1", type: "message", role: "assistant", status: how, content }));

const reasoning: fc.Arbitrary<Item> = fc
  .tuple(
    fc.array(
      words.map((text) => ({ type: "summary_text" as const, text })),
      { maxLength: 2 },
    ),
    maybe({
      encrypted_content: fc.oneof(bytes, fc.constant(null)),
      content: fc.array(
        words.map((text) => ({ type: "reasoning_text" as const, text })),
        { maxLength: 1 },
      ),
    }),
    status,
  )
  .map(([summary, more, how]) => ({ type: "reasoning", id: "rs_1", summary, ...more, ...how }));

const other: fc.Arbitrary<Item> = fc.constantFrom<Item>(
  { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "tide" } },
  { type: "item_reference", id: "rs_9" },
  { type: "image_generation_call", id: "ig_1", status: "completed", result: "aGk=" },
  { type: "local_shell_call_output", id: "ls_1", output: "ok" },
  { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
);

/** Some calls, then what they gave. */
function used(start: number): fc.Arbitrary<Item[]> {
  const more = maybe({ id: fc.constant("fc_1"), namespace: fc.constant("files") });
  const gave = fc.oneof(words, fc.constant(""), fc.array(input, { maxLength: 2 }));
  return fc
    .array(fc.tuple(name, written, fc.boolean(), more, status, gave), { minLength: 1, maxLength: 3 })
    .map((calls) => {
      const idOf = (n: number) => `call_${start}_${n}`;
      return [
        ...calls.map(
          ([tool, said, isCustom, about, how], n): Item =>
            isCustom
              ? { type: "custom_tool_call", call_id: idOf(n), name: tool, input: said, ...about }
              : { type: "function_call", call_id: idOf(n), name: tool, arguments: said, ...about, ...how },
        ),
        ...calls.map(
          ([, , isCustom, , , output], n): Item => ({
            type: isCustom ? "custom_tool_call_output" : "function_call_output",
            call_id: idOf(n),
            output,
          }),
        ),
      ];
    });
}

export const responseItems: fc.Arbitrary<Item[]> = fc
  .integer({ min: 1, max: 3 })
  .chain((rounds) =>
    fc.tuple(
      ...Array.from({ length: rounds }, (_, n) =>
        fc.tuple(
          fc.array(spoken, { maxLength: 2 }),
          fc.array(fc.oneof(reasoning, other, output, easy), { maxLength: 4 }),
          used(n),
          fc.array(fc.oneof(reasoning, other, output, easy), { maxLength: 3 }),
        ),
      ),
    ),
  )
  .map((rounds) => rounds.flat(2));
