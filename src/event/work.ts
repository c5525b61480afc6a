import * as v from "valibot";
import { define } from "./define.js";

export const workEvents = {
  "project.seen": define(
    "A project was met at a place for the first time, or something new was learned of it.",
    v.object({
      name: v.string(),
      path: v.string(),
      roots: v.array(v.string()),
      remotes: v.array(v.string()),
    }),
  ),
  "injection.made": define(
    "Tidemark told the agent something.",
    v.object({
      surface: v.picklist(["start", "prompt", "compact"]),
      chars: v.number(),
      /** The keys of what was said, so that it is not said twice and its use can be seen. */
      keys: v.array(v.string()),
      /** The single things that were named: `file:…`, `run:…`, `name:…`. */
      items: v.exactOptional(v.array(v.string())),
    }),
  ),
  "checkpoint.created": define(
    "A point to return to was kept: state and files.",
    v.object({ checkpoint: v.string(), reason: v.string(), tree: v.exactOptional(v.string()) }),
  ),
  "checkpoint.restored": define(
    "Files or state went back to a checkpoint.",
    v.object({ checkpoint: v.string() }),
  ),
};
