import type { ModelRequest } from "../request.js";

export interface Injection {
  readonly event: string;
  readonly text: string;
}

/** What Tidemark said through its hooks, oldest first. Claude Code ends each context with an empty line. */
export function injections(request: ModelRequest): Injection[] {
  const context = /(\w+) hook additional context: ((?:Tidemark ·|<recorded>)[\s\S]*?)(?=\n\n|$)/g;
  const told = request.messages.filter(({ role }) => role === "system").flatMap(({ texts }) => texts);
  return told.flatMap((text) =>
    [...text.matchAll(context)].map(([, event = "", said = ""]) => ({ event, text: said.trimEnd() })),
  );
}
