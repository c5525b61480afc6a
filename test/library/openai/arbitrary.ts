import fc from "fast-check";
import type OpenAI from "openai";
import { bytes, json, maybe, name, object, words } from "../word-arbitrary.js";

type Message = OpenAI.ChatCompletionMessageParam;
type Call = OpenAI.ChatCompletionMessageToolCall;

const mark = maybe({ prompt_cache_breakpoint: fc.constant({ mode: "explicit" as const }) });
const text: fc.Arbitrary<OpenAI.ChatCompletionContentPartText> = fc
  .tuple(words, mark)
  .map(([said, marks]) => ({ type: "text", text: said, ...marks }));
const image: fc.Arbitrary<OpenAI.ChatCompletionContentPartImage> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom("https://example.org/a.png", "data:image/svg+xml,%3Csvg/%3E"),
      bytes.map((data) => `data:image/png;base64,${data}`),
    ),
    maybe({ detail: fc.constantFrom("auto" as const, "low" as const, "high" as const) }),
    mark,
  )
  .map(([url, detail, marks]) => ({ type: "image_url", image_url: { url, ...detail }, ...marks }));
const audio: fc.Arbitrary<OpenAI.ChatCompletionContentPartInputAudio> = fc
  .tuple(bytes, fc.constantFrom("wav" as const, "mp3" as const), mark)
  .map(([data, format, marks]) => ({ type: "input_audio", input_audio: { data, format }, ...marks }));
const file: fc.Arbitrary<OpenAI.ChatCompletionContentPart.File> = fc
  .tuple(
    maybe({
      file_data: fc.oneof(
        bytes,
        bytes.map((data) => `data:application/pdf;base64,${data}`),
      ),
      file_id: fc.constant("file-1"),
      filename: words,
    }),
    mark,
  )
  .map(([about, marks]) => ({ type: "file", file: about, ...marks }));
const refusal: fc.Arbitrary<OpenAI.ChatCompletionContentPartRefusal> = words.map((said) => ({
  type: "refusal",
  refusal: said,
}));

/** Arguments as models write them: tight, loose, with a number no double can hold, or no JSON at all. */
export const written: fc.Arbitrary<string> = fc.oneof(
  object.map((value) => JSON.stringify(value)),
  object.map((value) => JSON.stringify(value, null, 2)),
  json.map((value) => JSON.stringify(value)),
  fc.constantFrom(
    "",
    "{",
    '{"id": 12345678901234567890}',
    '{"a":1,"a":2}',
    '{ "path" : "a\\u0062" }',
    "null",
  ),
);

const named = maybe({ name: fc.constantFrom("ann", "bob") });
const instruction: fc.Arbitrary<Message> = fc
  .tuple(
    fc.constantFrom("system" as const, "developer" as const),
    fc.oneof(words, fc.array(text, { minLength: 1, maxLength: 2 })),
    named,
  )
  .map(([role, content, more]) => ({ role, content, ...more }));
const question: fc.Arbitrary<Message> = fc
  .tuple(
    fc.oneof(
      words,
      fc.array(fc.oneof<fc.Arbitrary<OpenAI.ChatCompletionContentPart>[]>(text, image, audio, file), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    named,
  )
  .map(([content, more]) => ({ role: "user", content, ...more }));

const said = fc.tuple(
  maybe({
    content: fc.oneof(
      words,
      fc.constantFrom(null, ""),
      fc.array(
        fc.oneof<
          fc.Arbitrary<OpenAI.ChatCompletionContentPartText | OpenAI.ChatCompletionContentPartRefusal>[]
        >(text, refusal),
        { maxLength: 2 },
      ),
    ),
    refusal: fc.oneof(words, fc.constant(null)),
    audio: fc.constantFrom(null, { id: "audio_1" }),
  }),
  named,
);
const answer: fc.Arbitrary<Message> = said.map(([more, by]) => ({ role: "assistant", ...more, ...by }));

/** An answer with calls, and their results. */
function used(start: number): fc.Arbitrary<Message[]> {
  const call = fc.tuple(
    name,
    written,
    fc.boolean(),
    fc.oneof(words, fc.constant(""), fc.array(text, { maxLength: 2 })),
  );
  return fc.tuple(said, fc.array(call, { minLength: 1, maxLength: 3 })).map(([[more, by], calls]) => [
    {
      role: "assistant",
      ...more,
      ...by,
      tool_calls: calls.map(
        ([tool, input, isCustom], n): Call =>
          isCustom
            ? { id: `call_${start}_${n}`, type: "custom", custom: { name: tool, input } }
            : { id: `call_${start}_${n}`, type: "function", function: { name: tool, arguments: input } },
      ),
    },
    ...calls.map(
      ([, , , content], n): Message => ({ role: "tool", tool_call_id: `call_${start}_${n}`, content }),
    ),
  ]);
}

/** Before there were tools. */
const old: fc.Arbitrary<Message[]> = fc
  .tuple(name, written, fc.constantFrom(null, "", "text"), fc.oneof(words, fc.constant(null)))
  .map(([tool, input, content, output]) => [
    { role: "assistant", content, function_call: { name: tool, arguments: input } },
    { role: "function", name: tool, content: output },
  ]);

function round(start: number): fc.Arbitrary<Message[]> {
  const some = (messages: fc.Arbitrary<Message[]>) => fc.option(messages, { nil: [] });
  return fc
    .tuple(some(instruction.map(one)), question, some(used(start)), some(old), some(answer.map(one)))
    .map(([rule, asked, uses, olds, end]) => [...rule, asked, ...uses, ...olds, ...end]);
}

export const openaiMessages: fc.Arbitrary<Message[]> = fc
  .integer({ min: 1, max: 3 })
  .chain((rounds) => fc.tuple(...Array.from({ length: rounds }, (_, n) => round(n))))
  .map((rounds) => rounds.flat());

function one(message: Message): Message[] {
  return [message];
}
