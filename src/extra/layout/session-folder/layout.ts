import type { Layout } from "../layout.js";
import { isShaped, whyMisshapen } from "../shape.js";
import { read, sessionOf } from "./read.js";
import { FOLDER, SESSIONS, shapes } from "./schema.js";
import { write } from "./write.js";

export const sessionFolder: Layout = {
  name: "session-folder",
  meaning: "sessions/<id>/ with full, working, state and metadata, and the pointer current_session",
  isOfOneProject: false,
  isFolder: (path) => path === SESSIONS || FOLDER.test(path),
  isFile: (path) => isShaped(shapes, path),
  whyWrong: (document) => whyMisshapen(shapes, document),
  sessionOf,
  write,
  read,
};
