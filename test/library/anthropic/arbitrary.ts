import type Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { bytes, json, maybe, name, object, words } from "../word-arbitrary.js";

type Block = Anthropic.ContentBlockParam;

const cache = maybe({
  cache_control: fc.constantFrom<Anthropic.CacheControlEphemeral | null>(
    { type: "ephemeral" },
    { type: "ephemeral", ttl: "1h" },
    null,
  ),
});
const citation = fc.record<Anthropic.CitationCharLocationParam>({
  type: fc.constant("char_location"),
  cited_text: words,
  document_index: fc.nat(3),
  document_title: fc.option(words, { nil: null }),
  start_char_index: fc.nat(9),
  end_char_index: fc.nat(9),
});
const text: fc.Arbitrary<Anthropic.TextBlockParam> = fc
  .tuple(words, cache, maybe({ citations: fc.option(fc.array(citation, { maxLength: 2 })) }))
  .map(([said, marks, cited]) => ({ type: "text", text: said, ...marks, ...cited }));

const address = fc.constantFrom("https://example.org/a.png", "https://example.org/b?c=d#e");
const fileId = fc.constantFrom("file_011", "file_abc");
const image: fc.Arbitrary<Anthropic.ImageBlockParam> = fc
  .tuple(
    fc.oneof(
      fc.record<Anthropic.Base64ImageSource>({
        type: fc.constant("base64"),
        media_type: fc.constantFrom("image/jpeg", "image/png", "image/gif", "image/webp"),
        data: bytes,
      }),
      fc.record<Anthropic.URLImageSource>({ type: fc.constant("url"), url: address }),
      fileId.map((file_id): Anthropic.FileImageSource => ({ type: "file", file_id })),
    ),
    cache,
  )
  .map(([source, marks]) => ({ type: "image", source, ...marks }));

const document: fc.Arbitrary<Anthropic.DocumentBlockParam> = fc
  .tuple(
    fc.oneof(
      bytes.map(
        (data): Anthropic.Base64PDFSource => ({ type: "base64", media_type: "application/pdf", data }),
      ),
      words.map((data): Anthropic.PlainTextSource => ({ type: "text", media_type: "text/plain", data })),
      address.map((url): Anthropic.URLPDFSource => ({ type: "url", url })),
      fileId.map((file_id): Anthropic.FileDocumentSource => ({ type: "file", file_id })),
      fc
        .oneof(words, fc.array(text, { maxLength: 2 }))
        .map((content): Anthropic.ContentBlockSource => ({ type: "content", content })),
    ),
    cache,
    maybe({
      title: fc.option(words),
      context: fc.option(words),
      citations: fc.constantFrom({ enabled: true }, { enabled: false }, null),
    }),
  )
  .map(([source, marks, about]) => ({ type: "document", source, ...marks, ...about }));

const found: fc.Arbitrary<Anthropic.SearchResultBlockParam> = fc
  .tuple(words, words, fc.array(text, { maxLength: 2 }), cache)
  .map(([source, title, content, marks]) => ({ type: "search_result", source, title, content, ...marks }));

const reference: fc.Arbitrary<Anthropic.ToolReferenceBlockParam> = name.map((tool_name) => ({
  type: "tool_reference",
  tool_name,
}));

const thinking: fc.Arbitrary<Block> = fc.oneof(
  fc.record({
    type: fc.constant("thinking" as const),
    thinking: fc.oneof(words, fc.constant("")),
    signature: bytes,
  }),
  fc.record({ type: fc.constant("redacted_thinking" as const), data: bytes }),
);

const caller = maybe({
  caller: fc.constantFrom<Anthropic.DirectCaller | Anthropic.ServerToolCaller>(
    { type: "direct" },
    { type: "code_execution_20250825", tool_id: "srvtoolu_1" },
  ),
});

/** A use of a tool of Anthropic's own, which stands in the answer with its result. */
const search = fc
  .tuple(words, bytes, fc.boolean(), cache, caller)
  .map(([query, encrypted_content, isBroken, more, by]): Block[] => [
    { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query }, ...by },
    {
      type: "web_search_tool_result",
      tool_use_id: "srvtoolu_1",
      content: isBroken
        ? { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" }
        : [
            {
              type: "web_search_result",
              url: "https://example.org",
              title: query,
              encrypted_content,
              page_age: null,
            },
          ],
      ...more,
    },
  ]);
const upload: fc.Arbitrary<Block> = fc
  .tuple(fileId, cache)
  .map(([file_id, marks]) => ({ type: "container_upload", file_id, ...marks }));

const output = fc.oneof(
  words,
  fc.constant(""),
  fc.array(fc.oneof(text, image, document, found, reference), { maxLength: 3 }),
);

/** Some calls, and the user's message with their results. */
function calls(start: number): fc.Arbitrary<readonly [Block[], Block[]]> {
  const one = fc.tuple(
    name,
    object,
    cache,
    caller,
    cache,
    maybe({ content: output, is_error: fc.boolean() }),
  );
  return fc.array(one, { minLength: 1, maxLength: 3 }).map((some) => {
    const idOf = (n: number) => `toolu_${start}_${n}`;
    return [
      some.map(([tool, input, marks, by], n) => ({
        type: "tool_use",
        id: idOf(n),
        name: tool,
        input,
        ...marks,
        ...by,
      })),
      some.map(([, , , , marks, result], n) => ({
        type: "tool_result",
        tool_use_id: idOf(n),
        ...marks,
        ...result,
      })),
    ];
  });
}

const question = fc.oneof(
  words,
  fc.array(fc.oneof<fc.Arbitrary<Block>[]>(text, image, document, found, upload), {
    minLength: 1,
    maxLength: 3,
  }),
);
const said = fc
  .array(fc.oneof(thinking.map(one), text.map(one), search), { maxLength: 3 })
  .map((some) => some.flat());

/** A question, perhaps some use of tools, perhaps an answer; perhaps instructions in between. */
function round(start: number): fc.Arbitrary<Anthropic.MessageParam[]> {
  return fc
    .tuple(
      question,
      fc.option(fc.tuple(said, calls(start), fc.array(text, { maxLength: 1 }))),
      fc.option(
        fc.oneof(
          words,
          fc.tuple(text, said).map(([first, more]): Block[] => [first, ...more]),
        ),
      ),
      fc.option(fc.oneof(words, fc.array(text, { minLength: 1, maxLength: 2 })), { freq: 4 }),
    )
    .map(([asked, used, answer, system]) => {
      const messages: Anthropic.MessageParam[] = [{ role: "user", content: asked }];
      if (used !== null) {
        const [before, [uses, results], after] = used;
        messages.push({ role: "assistant", content: [...before, ...uses] });
        messages.push({ role: "user", content: [...results, ...after] });
      }
      if (answer !== null) messages.push({ role: "assistant", content: answer });
      if (system !== null) messages.push({ role: "system", content: system });
      return messages;
    });
}

export const anthropicMessages: fc.Arbitrary<Anthropic.MessageParam[]> = fc
  .integer({ min: 1, max: 3 })
  .chain((rounds) => fc.tuple(...Array.from({ length: rounds }, (_, n) => round(n))))
  .map((rounds) => rounds.flat());

export const anthropicSystem = fc.option(fc.oneof(words, fc.array(text, { minLength: 1, maxLength: 2 })), {
  nil: undefined,
});

/** A block of a kind that did not exist when this was written. */
export const unknownBlock = fc.record({ type: fc.constant("hologram"), beam: json, as: json });

function one(block: Block): Block[] {
  return [block];
}
