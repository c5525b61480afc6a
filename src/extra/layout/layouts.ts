import { activeFile } from "./active-file/read.js";
import { write as writeActiveFile } from "./active-file/write.js";
import { aiFolder } from "./ai-folder/read.js";
import { write as writeAiFolder } from "./ai-folder/write.js";
import { currentSession } from "./current-session/read.js";
import { write as writeCurrentSession } from "./current-session/write.js";
import type { Layout, LayoutName } from "./layout.js";
import { sessionFolder } from "./session-folder/read.js";
import { write as writeSessionFolder } from "./session-folder/write.js";

export const LAYOUTS: { readonly [N in LayoutName]: Layout } = {
  "ai-folder": {
    ...aiFolder,
    name: "ai-folder",
    meaning: ".ai/ with session_state, user_profile, pins, heartbeat, threads and syntheses",
    isOfOneProject: true,
    folder: ".ai",
    write: writeAiFolder,
  },
  "active-file": {
    ...activeFile,
    name: "active-file",
    meaning: "active-<project>.json with codes, and archive/ with what has expired",
    isOfOneProject: false,
    write: writeActiveFile,
  },
  "current-session": {
    ...currentSession,
    name: "current-session",
    meaning: "current-session.json with the whole state, checkpoints and archived sessions, plain and packed",
    isOfOneProject: false,
    write: writeCurrentSession,
  },
  "session-folder": {
    ...sessionFolder,
    name: "session-folder",
    meaning: "sessions/<id>/ with full, working, state and metadata, and the pointer current_session",
    isOfOneProject: false,
    write: writeSessionFolder,
  },
};

export const layouts: readonly Layout[] = Object.values(LAYOUTS);
export const layoutNames: readonly LayoutName[] = layouts.map(({ name }) => name);
