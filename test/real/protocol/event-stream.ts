import type { ServerResponse } from "node:http";

/** Begins an event stream; each event goes out in the form its protocol has for it. */
export function sending<Event>(response: ServerResponse, form: (event: Event) => string) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  return (event: Event) => {
    response.write(form(event));
  };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** An event that is named by its type. */
export interface Named {
  readonly type: string;
  readonly [field: string]: unknown;
}
