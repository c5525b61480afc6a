// An agent on Vercel's AI SDK: npm install ai, and any of its models. This one calls a tool and says what it was told.
import { generateText, isStepCount, jsonSchema, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { openTidemark } from "tidemark";
import { fromModelMessages, toModelMessages } from "tidemark/ai-sdk";

const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => ({
    content: [
      prompt.at(-1)?.role === "user"
        ? { type: "tool-call", toolCallId: `call-${prompt.length}`, toolName: "list", input: "{}" }
        : { type: "text", text: `Told of Oslo: ${JSON.stringify(prompt).includes("Oslo")}` },
    ],
    finishReason: { unified: prompt.at(-1)?.role === "user" ? "tool-calls" : "stop", raw: "" },
    usage: {
      inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
    warnings: [],
  }),
});
const list = tool({ inputSchema: jsonSchema({ type: "object" }), execute: () => "thumbs, originals" });
const tidemark = openTidemark({ agent: "ai-sdk-example" });
const session = tidemark.sessions.resumeLast() ?? tidemark.sessions.create();
session.pin("The staging bucket is in Oslo");

session.add({ role: "user", content: "What is in the staging bucket?" });
const asked = toModelMessages(session.context()); // its instructions, where memory has something to say, and the messages
const request = { model, tools: { list }, stopWhen: isStepCount(5), ...asked };
const { responseMessages } = await generateText(request);
for (const message of fromModelMessages(responseMessages)) session.add(message);
for (const { role, content } of session.history()) console.log(role, JSON.stringify(content));
tidemark.close();
