import { pluginAgent } from "../plugin/agent.js";
import type { Wire } from "../plugin/wire.js";
import type { Agent } from "../port.js";
import { textOf } from "../wire.js";
import { readRecall } from "./recall.js";
import { readToolEnd, readToolUse } from "./tool.js";

const DIALECT = { readToolUse, readToolEnd, readRecall };

export const opencode: Agent = opencodeNamed("opencode");

/** Kilo was made from OpenCode and loads the same plugin. */
export const kilo: Agent = opencodeNamed("kilo");

function opencodeNamed(name: string): Agent {
  const agent = pluginAgent(name, DIALECT);
  return { ...agent, hear: (payload, env) => agent.hear(withPlainPrompt(payload), env) };
}

/** `opencode run "some words"` puts a prompt of several words into quotation marks of its own. */
function withPlainPrompt(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null) return payload;
  const wire: Wire = payload;
  const prompt = textOf(wire.prompt) ?? "";
  if (prompt.length < 2 || !prompt.startsWith('"') || !prompt.endsWith('"')) return payload;
  const inner = prompt.slice(1, -1);
  // A quotation mark that is not escaped: the person wrote them himself.
  if (inner.replaceAll('\\"', "").includes('"')) return payload;
  return { ...payload, prompt: inner.replaceAll('\\"', '"') };
}
