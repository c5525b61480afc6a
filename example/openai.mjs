// An agent on OpenAI's SDK: npm install openai, and the key in OPENAI_API_KEY.
import OpenAI from "openai";
import { openTidemark } from "tidemark";
import { fromOpenAI, toOpenAI } from "tidemark/openai";

const client = new OpenAI();
const tidemark = openTidemark({ agent: "openai-example" });
const session = tidemark.sessions.resumeLast() ?? tidemark.sessions.create();

session.add({
  role: "user",
  content: [
    { type: "text", text: "What is in this picture?" },
    { type: "file", mediaType: "image/png", data: "iVBORw0KGgo=", name: "dot.png" },
  ],
});
const messages = toOpenAI(session.context());
const answer = await client.chat.completions.create({ model: "gpt-5-mini", messages });
for (const message of fromOpenAI(answer)) session.add(message);
for (const { role, content } of session.history()) console.log(role, JSON.stringify(content));
tidemark.close();
