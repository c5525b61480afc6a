import { type Heard, type Loopback, serveOnLoopback } from "../../loopback.js";

export interface Asked extends Heard {
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
  readonly #loopback: () => Loopback;

  private constructor(loopback: () => Loopback) {
    this.#loopback = loopback;
  }

  static async start(answer: (asked: Asked, n: number) => Said): Promise<ScriptedServer> {
    const scripted = new ScriptedServer(() => loopback);
    const loopback = await serveOnLoopback(async (asked, response) => {
      scripted.asked.push(asked);
      const said = answer(asked, scripted.asked.length);
      if (said.after !== undefined) await new Promise((resolve) => setTimeout(resolve, said.after));
      if (said.hangUp) response.socket?.destroy();
      else
        response
          .writeHead(said.status ?? 200, said.headers)
          .end(said.text ?? JSON.stringify(said.json ?? {}));
    });
    return scripted;
  }

  get url(): string {
    return this.#loopback().url;
  }

  stop(): Promise<void> {
    return this.#loopback().stop();
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
