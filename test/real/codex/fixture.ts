import * as v from "valibot";
import { testWith } from "../fixture.js";
import type { ModelRequest } from "../request.js";

export const test = testWith("codex");

const Body = v.looseObject({
  input: v.array(
    v.looseObject({
      role: v.optional(v.string()),
      content: v.optional(v.array(v.looseObject({ text: v.optional(v.string()) }))),
    }),
  ),
});

/** What Tidemark said through its hooks, oldest first: Codex passes it on as a developer's words. */
export function told(request: ModelRequest | undefined): string[] {
  const { input } = v.parse(Body, request?.body ?? { input: [] });
  return input
    .filter(({ role }) => role === "developer")
    .flatMap(({ content = [] }) => content.flatMap(({ text = "" }) => text))
    .filter((text) => /^(?:Tidemark ·|<recorded>)/.test(text));
}
