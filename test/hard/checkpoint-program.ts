import type { Checkpoint } from "../../src/checkpoint/checkpoint.js";
import { findCheckpoint } from "../../src/checkpoint/record.js";
import { restoreFiles } from "../../src/checkpoint/restore/restore.js";
import { takeCheckpoint } from "../../src/checkpoint/take/take.js";

const [home = "", root = "", restored, presentId] = process.argv.slice(2);
const project = "photo-box";
const common = { home, env: process.env, project, root };

const present = (presentId && findCheckpoint(home, project, presentId)) || take();
if (restored) {
  const checkpoint = findCheckpoint(home, project, restored);
  if (checkpoint === undefined) throw new Error(`no ${restored}`);
  const { refused } = restoreFiles({ ...common, checkpoint, present });
  if (refused.length > 0) throw new Error(JSON.stringify(refused));
}
console.log(present.id);

function take(): Checkpoint {
  const wish = { reason: "hand", session: "s1", agent: "claude", now: Date.now(), wait: 30_000 } as const;
  const taken = takeCheckpoint({ ...common, ...wish });
  if (taken.is !== "taken") throw new Error(JSON.stringify(taken));
  return taken.checkpoint;
}
