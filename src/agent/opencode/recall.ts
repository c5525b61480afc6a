import { catOf, type Readers, readQuestion } from "../payload/recall.js";
import { answerWith } from "../plugin/agent.js";
import type { Wire } from "../plugin/wire.js";
import type { Recalling } from "../port.js";

const READERS: Readers = { shell: "bash", reader: "read", paths: ["filePath"] };

/** OpenCode is about to read `.ai/recall/<query>`, by its own tool or by a plain `cat`: the plugin changes its arguments. */
export function readRecall(wire: Wire): Recalling | undefined {
  const question = readQuestion(wire.tool_name, wire.tool_input, READERS);
  if (question === undefined) return undefined;
  const { query, isCat } = question;
  return {
    query,
    handOver: (file) => answerWith({ input: isCat ? { command: catOf(file) } : { filePath: file } }),
  };
}
