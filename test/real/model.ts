import { createServer, type ServerResponse } from "node:http";
import type { Reply } from "./message.js";

export interface Received {
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** A scripted Anthropic Messages server on loopback: every request is handed to `answer`, whatever its address. */
export async function startModel(answer: (received: Received) => Promise<Reply>): Promise<number> {
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      count += 1;
      const number = count;
      const body = parsed(Buffer.concat(chunks).toString("utf8"));
      const reply = await answer({ number, method: request.method ?? "", url: request.url ?? "", body });
      stream(response, reply, number);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the model has no port");
  return address.port;
}

function stream(response: ServerResponse, reply: Reply, number: number): void {
  const usage = { input_tokens: reply.inputTokens ?? 100, output_tokens: 20 };
  const calls = reply.content.some((block) => block.type === "tool_use");
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);

  send("message_start", {
    message: {
      id: `msg_${number}`,
      type: "message",
      role: "assistant",
      model: "scripted",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    },
  });
  reply.content.forEach((block, index) => {
    const [start, delta] =
      block.type === "text"
        ? [
            { type: "text", text: "" },
            { type: "text_delta", text: block.text },
          ]
        : [
            { type: "tool_use", id: `toolu_${number}_${index}`, name: block.name, input: {} },
            { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
          ];
    send("content_block_start", { index, content_block: start });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  });
  send("message_delta", {
    delta: { stop_reason: calls ? "tool_use" : "end_turn", stop_sequence: null },
    usage: { output_tokens: usage.output_tokens },
  });
  send("message_stop", {});
  response.end();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // recorded as it came: the test then shows what was sent
  }
}
