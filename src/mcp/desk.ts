import { TidemarkError } from "../error.js";
import { now } from "../host/clock.js";
import { type Env, requireWholeHome } from "../host/env.js";
import type { Speaker } from "../project/declare.js";
import { speakerIn } from "../project/env.js";
import { type Here, here } from "../project/here.js";
import { type Opened, open } from "../project/open.js";
import type { Caller } from "./work.js";

/** The memory as one call uses it. */
export interface Desk extends Opened {
  readonly env: Env;
  readonly cwd: string;
  readonly now: number;
  /** The session that calls, where its agent tells. */
  readonly speaker: Speaker | undefined;
}

/** Opens the memory for one call: a database that is held open keeps `forget` and `rebuild` from their work. */
export async function atDesk<T>({ env, cwd }: Caller, work: (desk: Desk) => T | Promise<T>): Promise<T> {
  requireWholeHome(env);
  const opened = open(env, cwd);
  try {
    return await work({ ...opened, env, cwd, now: now(), speaker: speakerIn(env) });
  } finally {
    opened.store.close();
  }
}

/** For what needs the journal alone: to say it twice, while the database is locked, does less harm than to lose it. */
export async function atDeskOrHere<T>(
  caller: Caller,
  work: (desk: Desk) => T,
  without: (here: Here, speaker: Speaker | undefined) => T,
): Promise<T> {
  try {
    return await atDesk(caller, work);
  } catch (error) {
    if (!(error instanceof TidemarkError) || error.code !== "store-busy") throw error;
    return without(here(caller.env, caller.cwd), speakerIn(caller.env));
  }
}
