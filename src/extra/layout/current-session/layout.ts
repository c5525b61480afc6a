import type { Layout } from "../layout.js";
import { isShaped, whyMisshapen } from "../shape.js";
import { read, sessionOf } from "./read.js";
import { shapes } from "./schema.js";
import { write } from "./write.js";

export const currentSession: Layout = {
  name: "current-session",
  meaning: "current-session.json with the whole state, checkpoints and archived sessions, plain and packed",
  isOfOneProject: false,
  isFolder: () => false,
  isFile: (path) => isShaped(shapes, path),
  whyWrong: (document) => whyMisshapen(shapes, document),
  sessionOf,
  write,
  read,
};
