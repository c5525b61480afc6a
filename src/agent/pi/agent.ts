import { fieldsOf, textOf } from "../payload/fields.js";
import { catOf, type Question, type Readers, readQuestion } from "../payload/recall.js";
import { answerWith, pluginAgent } from "../plugin/agent.js";
import type { Wire } from "../plugin/wire.js";
import type { Agent, Recalling } from "../port.js";
import { readToolEnd, readToolUse } from "./tool.js";

export const pi: Agent = pluginAgent("pi", { readToolUse, readToolEnd, readRecall });

const READERS: Readers = { shell: "bash", reader: "read", paths: ["path"] };

/** The extension replaces the arguments of the call. */
function readRecall(wire: Wire): Recalling | undefined {
  const question = askedOutright(wire) ?? readQuestion(wire.tool_name, wire.tool_input, READERS);
  if (question === undefined) return undefined;
  const { query, isCat } = question;
  return {
    query,
    handOver: (file) => answerWith({ input: isCat ? { command: catOf(file) } : { path: file } }),
  };
}

/** A call of the tool that our extension offers. */
function askedOutright(wire: Wire): Omit<Question, "input"> | undefined {
  const query = wire.tool_name === "tidemark_recall" ? textOf(fieldsOf(wire.tool_input)["query"]) : undefined;
  return query === undefined ? undefined : { query, isCat: false };
}
