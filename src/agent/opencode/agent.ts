import type { AgentName } from "../agents.js";
import { textOf } from "../payload/fields.js";
import { catOf, type Readers, readQuestion } from "../payload/recall.js";
import { answerWith, pluginAgent } from "../plugin/agent.js";
import type { Wire } from "../plugin/wire.js";
import type { Agent, Recalling } from "../port.js";
import { plainPrompt } from "./plain-prompt.js";
import { readToolEnd, readToolUse } from "./tool.js";

const DIALECT = { readToolUse, readToolEnd, readRecall };

export const opencode: Agent = opencodeNamed("opencode");

/** Kilo is a fork of OpenCode and loads the same plugin. */
export const kilo: Agent = opencodeNamed("kilo");

function opencodeNamed(name: AgentName): Agent {
  const agent = pluginAgent(name, DIALECT);
  return { ...agent, hear: (payload, env) => agent.hear(withPlainPrompt(payload), env) };
}

function withPlainPrompt(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null) return payload;
  const wire: Wire = payload;
  const prompt = textOf(wire.prompt) ?? "";
  const plain = plainPrompt(prompt);
  return plain === prompt ? payload : { ...payload, prompt: plain };
}

const READERS: Readers = { shell: "bash", reader: "read", paths: ["filePath"] };

/** The plugin replaces the arguments of the call. */
function readRecall(wire: Wire): Recalling | undefined {
  const question = readQuestion(wire.tool_name, wire.tool_input, READERS);
  if (question === undefined) return undefined;
  const { query, isCat } = question;
  return {
    query,
    handOver: (file) => answerWith({ input: isCat ? { command: catOf(file) } : { filePath: file } }),
  };
}
