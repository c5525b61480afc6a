import { createServer } from "node:http";
import type { Reply } from "./message.js";
import { sendJson } from "./protocol/event-stream.js";
import { protocolAt } from "./protocol.js";

export interface Received {
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** A scripted model on loopback that speaks the protocol of the address it is asked at; `answer` hears of everything. */
export async function startModel(answer: (received: Received) => Promise<Reply>): Promise<number> {
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      count += 1;
      const { method = "", url = "" } = request;
      const received = { number: count, method, url, body: parsed(Buffer.concat(chunks).toString("utf8")) };
      const reply = await answer(received);
      const protocol = protocolAt(url);
      if (protocol) return protocol.answer(response, received, reply);
      // Whoever asks which models there are hears of none, and takes the one it is told to take.
      if (method === "GET") return sendJson(response, { object: "list", data: [], models: [] });
      if (url.includes(":countTokens")) return sendJson(response, { totalTokens: 100 });
      sendJson(response, { error: { message: "there is only a model here" } }, 404);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the model has no port");
  return address.port;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // recorded as it came: the test then shows what was sent
  }
}
