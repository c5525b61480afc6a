import { speakerIn } from "../project/speaker.js";
import { makeCheckpoint } from "./make-checkpoint.js";
import type { CheckpointDesk } from "./restore-checkpoint.js";
import type { Taken } from "./take/take.js";

const WAIT = 30_000;
const NEAR = 8;

/** A checkpoint on a person's word. Its state is that of the session that speaks, else of the newest that has worked here. */
export function checkpointByHand(desk: CheckpointDesk, label: string | undefined): Taken {
  const { store, project, env } = desk;
  const speaker = speakerIn(env);
  // Not every agent tells its shell which session it is.
  const newest = store
    .sessions({ project, worked: true, limit: NEAR })
    .find((state) => speaker === undefined || state.agent === speaker.agent);
  const { session, agent } = (speaker?.session ? speaker : newest) ?? speaker ?? { session: "", agent: "" };
  return makeCheckpoint({ ...desk, session, agent }, { reason: "hand", wait: WAIT, label });
}
