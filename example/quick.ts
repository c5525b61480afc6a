import { type Message, openTidemark, type Session } from "tidemark";

/** Any model will do: it gets instructions and messages, and gives a text. */
type Model = (system: string, messages: readonly Message[]) => Promise<string>;

/** One turn of an agent that forgets nothing: what is asked and answered is on disk before the next step. */
async function turn(session: Session, question: string, model: Model): Promise<string> {
  session.add({ role: "user", content: question });
  if (session.shouldCompact()) await session.compact();
  const { system, messages } = session.context({ limit: 50_000 });
  const answer = await model(system, messages);
  session.add({ role: "assistant", content: answer });
  return answer;
}

const tidemark = openTidemark({ agent: "my-agent" });
const session = tidemark.sessions.resumeLast() ?? tidemark.sessions.create();
const echo: Model = async (_system, messages) => `You have said ${messages.length} things so far.`;
console.log(await turn(session, "Hello!", echo));
tidemark.close();
