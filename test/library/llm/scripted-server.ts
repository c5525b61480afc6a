import type { ServerResponse } from "node:http";
import { type Heard, type Loopback, serveOnLoopback } from "../../loopback.js";

export interface Asked extends Heard {
  readonly body: {
    readonly model?: string;
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
    readonly [field: string]: unknown;
  };
}

/** What a server does, one after the other: it sends, waits some milliseconds, or hangs up. */
export type Act = string | Uint8Array | { readonly wait: number } | "hang up" | "hang";

export interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly acts: readonly Act[];
  /** Nothing is said at all, not even a status. */
  readonly isMute?: boolean;
}

/** A server on this machine that answers as it is told and remembers what it was asked. */
export class ScriptedServer {
  readonly asked: Asked[] = [];
  /** How many lines were closed by the asker before the answer's end. */
  closed = 0;
  readonly #loopback: () => Loopback;

  private constructor(loopback: () => Loopback) {
    this.#loopback = loopback;
  }

  static async start(answer: (asked: Asked, n: number) => Said): Promise<ScriptedServer> {
    const scripted = new ScriptedServer(() => loopback);
    const loopback = await serveOnLoopback(async (asked, response) => {
      scripted.asked.push(asked);
      response.on("close", () => {
        if (!response.writableFinished) scripted.closed++;
      });
      const said = answer(asked, scripted.asked.length);
      if (said.isMute) return;
      response.writeHead(said.status ?? 200, said.headers);
      response.flushHeaders();
      await perform(said.acts, response);
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

async function perform(acts: readonly Act[], response: ServerResponse): Promise<void> {
  for (const act of acts) {
    if (response.destroyed) return;
    if (act === "hang") return;
    if (act === "hang up") {
      response.socket?.destroy();
      return;
    }
    if (typeof act === "object" && "wait" in act)
      await new Promise((resolve) => setTimeout(resolve, act.wait));
    else await write(act, response);
  }
  response.end();
}

/** Bytes get a while of their own, so that the asker sees them as they were cut and not joined. */
async function write(act: string | Uint8Array, response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => response.write(act, () => resolve()));
  if (typeof act !== "string")
    for (let n = 0; n < 3; n++) await new Promise((resolve) => setImmediate(resolve));
}

/** Bytes cut into chunks of these lengths, in turn. */
export function inChunks(text: string, lengths: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text);
  const chunks: Uint8Array[] = [];
  for (let from = 0, n = 0; from < bytes.length; n++) {
    const length = lengths[n % lengths.length] ?? 1;
    chunks.push(bytes.subarray(from, from + length));
    from += length;
  }
  return chunks;
}
