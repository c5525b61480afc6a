import { TidemarkError } from "../error.js";
import { now } from "../host/clock.js";
import { type Env, requireWholeHome } from "../host/env.js";
import type { Speaker } from "../project/declare.js";
import { speakerIn } from "../project/env.js";
import { type Here, here } from "../project/here.js";
import { type Opened, open } from "../project/open.js";
import type { Caller } from "./work.js";

/** The open memory and the caller of a tool. */
export interface CallContext extends Opened {
  readonly env: Env;
  readonly cwd: string;
  readonly now: number;
  /** The calling session, if its agent names it. */
  readonly speaker: Speaker | undefined;
}

/** Opens the memory for one call only, because an open database blocks `forget` and `rebuild`. */
export async function inContext<T>(
  { env, cwd }: Caller,
  work: (context: CallContext) => T | Promise<T>,
): Promise<T> {
  requireWholeHome(env);
  const opened = open(env, cwd);
  try {
    return await work({ ...opened, env, cwd, now: now(), speaker: speakerIn(env) });
  } finally {
    opened.store.close();
  }
}

/** Falls back to the journal if the database is locked: a duplicate does less harm than a loss. */
export async function inContextOrJournal<T>(
  caller: Caller,
  work: (context: CallContext) => T,
  without: (here: Here, speaker: Speaker | undefined) => T,
): Promise<T> {
  try {
    return await inContext(caller, work);
  } catch (error) {
    if (!(error instanceof TidemarkError) || error.code !== "store-busy") throw error;
    return without(here(caller.env, caller.cwd), speakerIn(caller.env));
  }
}
