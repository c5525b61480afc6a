import { activeFile } from "./active-file/layout.js";
import { aiFolder } from "./ai-folder/layout.js";
import { currentSession } from "./current-session/layout.js";
import type { Layout, LayoutName } from "./layout.js";
import { sessionFolder } from "./session-folder/layout.js";

/** Every layout that can be written and read. */
export const LAYOUTS: { readonly [N in LayoutName]: Layout } = {
  "ai-folder": aiFolder,
  "active-file": activeFile,
  "current-session": currentSession,
  "session-folder": sessionFolder,
};

export const layouts: readonly Layout[] = Object.values(LAYOUTS);
