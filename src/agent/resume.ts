import type { Env } from "../host/env.js";
import { agentTitle } from "./agents.js";

/** An agent that Tidemark can start: at a session it remembers itself, or anew. Apart from the port, because hooks never do. */
export interface Resumable {
  readonly name: string;
  readonly title: string;
  readonly program: string;
  /**
   * The folder in which the agent itself can go on with a session, because its record of it is still there. `known` are
   * folders it may be. The session's name comes from outside and never becomes a path that leads elsewhere.
   */
  folderOf(session: string, known: readonly string[], env: Env): string | undefined;
  /** What to start the program with, to go on with a session. */
  again(session: string): readonly string[];
  /** What to start it with for a new session. */
  fresh(): readonly string[];
  /** What is told, in the words in which its hooks hand it to the model; as it is where they change nothing. */
  worded?(text: string): string;
  /** Whether its hooks are set up, so that it will be told something. */
  isConnected(root: string, env: Env): boolean;
}

/** Our own chat: it goes on wherever its messages are kept, and needs no hooks. */
export const chatResume: Resumable = {
  name: "chat",
  title: agentTitle("chat") ?? "",
  program: "tidemark",
  folderOf: (_session, [here]) => here,
  again: (session) => ["chat", "--resume", session],
  fresh: () => ["chat", "--new-session"],
  isConnected: () => true,
};
