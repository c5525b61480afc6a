import { agentTitle } from "./agents.js";
import type { Resumable } from "./resume.js";

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
