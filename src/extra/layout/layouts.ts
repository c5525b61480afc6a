import { activeFile } from "./active-file.js";
import type { Layout, LayoutName } from "./layout.js";
import { sessionFolder } from "./session-folder.js";
import { aiFolder } from "./write-ai-folder.js";
import { currentSession } from "./write-current-session.js";

export const LAYOUTS: { readonly [N in LayoutName]: Layout } = {
  "ai-folder": {
    ...aiFolder,
    name: "ai-folder",
    meaning: ".ai/ with session_state, user_profile, pins, heartbeat, threads and syntheses",
    isOfOneProject: true,
    folder: ".ai",
  },
  "active-file": {
    ...activeFile,
    name: "active-file",
    meaning: "active-<project>.json with codes, and archive/ with what has expired",
    isOfOneProject: false,
  },
  "current-session": {
    ...currentSession,
    name: "current-session",
    meaning: "current-session.json with the whole state, checkpoints and archived sessions, plain and packed",
    isOfOneProject: false,
  },
  "session-folder": {
    ...sessionFolder,
    name: "session-folder",
    meaning: "sessions/<id>/ with full, working, state and metadata, and the pointer current_session",
    isOfOneProject: false,
  },
};

export const layouts: readonly Layout[] = Object.values(LAYOUTS);
export const layoutNames: readonly LayoutName[] = layouts.map(({ name }) => name);
