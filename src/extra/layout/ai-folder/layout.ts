import type { Layout } from "../layout.js";
import { isShaped, whyMisshapen } from "../shape.js";
import { read, sessionOf } from "./read.js";
import { FOLDERS, shapes } from "./schema.js";
import { write } from "./write.js";

export const aiFolder: Layout = {
  name: "ai-folder",
  meaning: ".ai/ with session_state, user_profile, pins, heartbeat, threads and syntheses",
  isOfOneProject: true,
  folder: ".ai",
  isFolder: (path) => FOLDERS.includes(path),
  isFile: (path) => isShaped(shapes, path),
  whyWrong: (document) => whyMisshapen(shapes, document),
  sessionOf,
  write,
  read,
};
