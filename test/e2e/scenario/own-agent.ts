import { MAKERS, type MakerWire } from "../../library/llm/maker.js";
import { ScriptedServer } from "../../library/llm/scripted-server.js";

/** A conversation far beyond 15,000 tokens, with what must not be lost at its very start. */
export const LONG = `
  session.add({ role: "user", content: "I want uploads that survive flaky networks. We use PostgreSQL instead of MongoDB, because of transactions." });
  session.add({ role: "assistant", content: "Understood. We decided to retry with full jitter instead of a fixed delay." });
  session.pin("The staging bucket is in Oslo");
  session.decide("Give up after five tries", { reason: "the server bans faster clients" });
  session.task("Document the limits in README");
  for (let n = 1; n <= 60; n++) {
    session.add({ role: "user", content: "Step " + n + ": " + "please read the next file and tell me what it does. ".repeat(30) });
    session.add({ role: "assistant", content: [
      { type: "text", text: "I read it." },
      { type: "tool-call", id: "c" + n, tool: "edit_file", input: { path: "src/part-" + n + ".ts", text: "x" } },
    ] });
    session.add({ role: "tool", content: [{ type: "tool-result", id: "c" + n, tool: "edit_file", output: "done" }] });
    session.add({ role: "assistant", content: "Part " + n + " is as it should be." });
  }
`;

export const HISTORY = "[...session.history()].map(({ role, content }) => ({ role, content }))";

/** A chat with a scripted model behind it, which answers with how many messages it was sent. */
export async function modelOf(wire: MakerWire, text = (n: number) => [`Answer ${n}.`]) {
  const server = await ScriptedServer.start((_asked, n) => ({
    headers: { "content-type": wire.type },
    acts: [wire.write({ text: text(n), usage: { asked: 10, answered: 3 } })],
  }));
  const env = { TIDEMARK_MODEL: `${wire.name}:scripted@${server.url}`, TIDEMARK_MODEL_KEY: "k" };
  return { server, env };
}

export function anthropicWire(): MakerWire {
  const wire = MAKERS.find(({ name }) => name === "anthropic");
  if (wire === undefined) throw new Error("There is no protocol to try.");
  return wire;
}
