import { readFile } from "node:fs/promises";
import { textOf } from "../payload/fields.js";

export const RECALL = "tidemark_recall";

/** The tools that pi's model is offered, which others ask our MCP server for. */
export interface Tools {
  readonly all: readonly object[];
  /** The hook has answered the call of a question to memory, with the file that the answer is in. */
  answered(call: string, file: unknown): void;
}

export function openTools(): Tools {
  const answers = new Map<string, string>();
  const recall = {
    name: RECALL,
    label: "Recall",
    description:
      "Search the memory of earlier sessions in this project: decisions, commands, files, problems.",
    parameters: {
      type: "object",
      properties: { query: { type: "string", description: "What to look for, in a few words" } },
      required: ["query"],
    },
    async execute(call: string) {
      const file = answers.get(call);
      answers.delete(call);
      const text = file === undefined ? "" : await readFile(file, "utf8");
      return { content: [{ type: "text", text: text || "Nothing is known of it." }], details: undefined };
    },
  };
  return {
    all: [recall],
    answered(call, file) {
      const path = textOf(file);
      if (path !== undefined) answers.set(call, path);
    },
  };
}
