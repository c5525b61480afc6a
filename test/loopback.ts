import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request whose body has come. */
export interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface Loopback {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server of JSON on this machine, for one test. */
export async function serveOnLoopback(
  answer: (heard: Heard, response: ServerResponse) => void | Promise<void>,
): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    await answer({ path: request.url ?? "", headers: request.headers, body }, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
