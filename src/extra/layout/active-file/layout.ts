import type { Layout } from "../layout.js";
import { isShaped, whyMisshapen } from "../shape.js";
import { read, sessionOf } from "./read.js";
import { ARCHIVE, shapes } from "./schema.js";
import { write } from "./write.js";

export const activeFile: Layout = {
  name: "active-file",
  meaning: "active-<project>.json with codes, and archive/ with what has expired",
  isOfOneProject: false,
  isFolder: (path) => path === ARCHIVE,
  isFile: (path) => isShaped(shapes, path),
  whyWrong: (document) => whyMisshapen(shapes, document),
  sessionOf,
  write,
  read,
};
