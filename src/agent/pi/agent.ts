import { pluginAgent } from "../plugin/agent.js";
import type { Agent } from "../port.js";
import { readRecall } from "./recall.js";
import { readToolEnd, readToolUse } from "./tool.js";

export const pi: Agent = pluginAgent("pi", { readToolUse, readToolEnd, readRecall });
