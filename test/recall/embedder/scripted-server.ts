import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model?: string; readonly input: readonly string[] };
}

export interface Said {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly text?: string;
  /** Milliseconds before the answer. */
  readonly after?: number;
  /** Hang up without a word. */
  readonly hangUp?: boolean;
}

/** A server on this machine that answers as it is told and remembers what it was asked. */
export class ScriptedServer {
  readonly asked: Asked[] = [];
  readonly #server: Server;

  private constructor(answer: (asked: Asked, n: number) => Said) {
    this.#server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const asked = { path: request.url ?? "", headers: request.headers, body: JSON.parse(text) };
      this.asked.push(asked);
      const said = answer(asked, this.asked.length);
      if (said.after !== undefined) await new Promise((resolve) => setTimeout(resolve, said.after));
      if (said.hangUp) request.socket.destroy();
      else
        response
          .writeHead(said.status ?? 200, said.headers)
          .end(said.text ?? JSON.stringify(said.json ?? {}));
    });
  }

  static async start(answer: (asked: Asked, n: number) => Said): Promise<ScriptedServer> {
    const scripted = new ScriptedServer(answer);
    await new Promise<void>((resolve) => scripted.#server.listen(0, "127.0.0.1", resolve));
    return scripted;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A vector that only this text has. */
export function vectorFor(text: string, dimensions = 8): number[] {
  return Array.from(
    { length: dimensions },
    (_, n) => 1 + ((text.charCodeAt(n % text.length) * (n + 3)) % 17),
  );
}

export function ollamaAnswer({ body }: Asked): Said {
  return { json: { model: body.model, embeddings: body.input.map((text) => vectorFor(text)) } };
}
