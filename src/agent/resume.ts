import type { Env } from "../host/env.js";
import { agentTitle } from "./agents.js";

/** An agent that Tidemark can start, with one of its own sessions or a new one. Hooks never do that. */
export interface Resumable {
  readonly name: string;
  readonly title: string;
  readonly program: string;
  /**
   * The folder in which the agent can resume a session because it still has the record. `known` are candidates. The name
   * of the session comes from outside and must never become a path that leads elsewhere.
   */
  folderOf(session: string, known: readonly string[], env: Env): string | undefined;
  /** The arguments that resume a session. */
  again(session: string): readonly string[];
  /** The arguments that start a new session. */
  fresh(): readonly string[];
  /** Rewords a text as the hooks of the agent do before they show it to the model. */
  worded?(text: string): string;
  /** Whether its hooks are set up, so that it gets our context. */
  isConnected(root: string, env: Env): boolean;
}

/** Our own chat resumes from its stored messages and needs no hooks. */
export const chatResume: Resumable = {
  name: "chat",
  title: agentTitle("chat") ?? "",
  program: "tidemark",
  folderOf: (_session, [here]) => here,
  again: (session) => ["chat", "--resume", session],
  fresh: () => ["chat", "--new-session"],
  isConnected: () => true,
};
