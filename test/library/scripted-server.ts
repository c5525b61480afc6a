import { type Heard, serveOnLoopback } from "../loopback.js";

type Body = Heard["body"];

/** A maker's API on the loopback: it refuses what the maker would refuse, and answers from a script. */
export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly Body[];
}

export async function serve(
  answers: readonly object[],
  refuse: (body: Body) => string | undefined,
): Promise<ScriptedServer> {
  const requests: Body[] = [];
  const { url, stop } = await serveOnLoopback(({ body }, response) => {
    const refused = refuse(body);
    const answer = answers[requests.length];
    requests.push(body);
    response.writeHead(refused === undefined && answer !== undefined ? 200 : 400, {
      "content-type": "application/json",
    });
    response.end(JSON.stringify(refused === undefined ? answer : { error: { message: refused } }));
  });
  return { url, requests, [Symbol.asyncDispose]: stop };
}
