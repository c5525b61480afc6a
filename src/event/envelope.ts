import * as v from "valibot";

/** The fields that all events share. */
export const envelope = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  type: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  v: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Wall time in milliseconds, for people. It may jump. */
  at: v.pipe(v.number(), v.finite()),
  /** Logical clock: never runs back on a device. Folds order by (clock, id). */
  clock: v.pipe(v.number(), v.finite()),
  /** The device that wrote the event. */
  author: v.string(),
  project: v.string(),
  session: v.string(),
  agent: v.string(),
  branch: v.optional(v.string()),
  head: v.optional(v.string()),
  /** The folder inside the project, if it is not the top. */
  dir: v.optional(v.string()),
  data: v.unknown(),
});

export type Envelope = v.InferOutput<typeof envelope>;
