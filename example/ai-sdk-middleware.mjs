// Vercel's AI SDK remembers by itself: npm install ai, and any of its models. This one says what it was told.
import { generateText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { openTidemark } from "tidemark";
import { tidemarkMiddleware } from "tidemark/ai-sdk";

const plain = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => ({
    content: [{ type: "text", text: `Told: ${JSON.stringify(prompt).includes("Oslo")}` }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: {
      inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
    warnings: [],
  }),
});
const tidemark = openTidemark({ agent: "middleware-example" });
const session = tidemark.sessions.resumeLast() ?? tidemark.sessions.create();
session.pin("The staging bucket is in Oslo");

const model = wrapLanguageModel({ model: plain, middleware: tidemarkMiddleware(session, { compact: true }) });
const { text } = await generateText({ model, prompt: "Where is the staging bucket?" });
console.log(text);
for (const { role, content } of session.history()) console.log(role, JSON.stringify(content));
tidemark.close();
