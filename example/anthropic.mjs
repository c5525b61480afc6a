// An agent on Anthropic's SDK, with a tool: npm install @anthropic-ai/sdk, and the key in ANTHROPIC_API_KEY.
import Anthropic from "@anthropic-ai/sdk";
import { openTidemark } from "tidemark";
import { fromAnthropic, toAnthropic } from "tidemark/anthropic";

const client = new Anthropic();
const tidemark = openTidemark({ agent: "anthropic-example" });
const session = tidemark.sessions.resumeLast() ?? tidemark.sessions.create();
/** @type {Anthropic.Tool[]} */
const tools = [{ name: "today", description: "The date of today", input_schema: { type: "object" } }];

session.add({ role: "user", content: "What day is it?" });
for (let step = 0; step < 5; step++) {
  const conversation = toAnthropic(session.context());
  const request = { model: "claude-sonnet-4-5", max_tokens: 1_000, tools, ...conversation };
  const answer = await client.messages.create(request);
  for (const message of fromAnthropic(answer)) session.add(message);
  const calls = answer.content.filter((block) => block.type === "tool_use");
  if (calls.length === 0) break;
  /** @type {Anthropic.ToolResultBlockParam[]} */
  const content = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "A Monday" }));
  for (const message of fromAnthropic({ role: "user", content })) session.add(message);
}
for (const { role, content } of session.history()) console.log(role, JSON.stringify(content));
tidemark.close();
