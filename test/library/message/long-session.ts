import type { Session } from "../../../src/library/tidemark.js";

/** Turns of a session as an agent of one's own has them: a question, a call, its result, an answer. Four messages each. */
export function work(session: Session, turns: number, from = 0): void {
  for (let n = from; n < from + turns; n++) {
    session.add({ role: "user", content: `Please write the handler of route ${n}` });
    session.add({
      role: "assistant",
      content: [
        { type: "text", text: "I write it." },
        {
          type: "tool-call",
          id: "call",
          tool: "Write",
          input: { file_path: `src/route-${n}.ts`, content: "export {};\n" },
        },
      ],
    });
    session.add({
      role: "tool",
      content: [{ type: "tool-result", id: "call", tool: "Write", output: "written" }],
    });
    session.add({ role: "assistant", content: `The handler of route ${n} is written.` });
  }
}
