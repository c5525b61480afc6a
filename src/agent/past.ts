import type { Signal } from "../capture/signal.js";
import type { Env } from "../host/env.js";
import type { AgentName } from "./agents.js";

/** A file, or a part of a database, in which an agent itself keeps one or more of its sessions. */
export interface PastRecord {
  /** Tells it from all others; of a part of a database, the file and behind a `#` the part. */
  readonly path: string;
  /** With the time of the last change it says whether there is something new in it. */
  readonly bytes: number;
  readonly modifiedAt: number;
  /** The earliest time known of it: a copy comes after what it was copied from. */
  readonly bornAt: number;
}

/** One thing that happened, as an agent's record tells it. */
export interface PastRow {
  readonly at: number;
  readonly session: string;
  readonly cwd?: string;
  readonly branch?: string;
  /** The same for the same happening in every copy of the record, and no other of this agent's has it. */
  readonly row: string;
  readonly signals: readonly Signal[];
  /** Where to begin the next time, so that nothing that comes after this is missed. */
  readonly from: number;
}

/** What is looked up in a database of an agent's, which is never written to. */
export interface PastDatabase {
  all(sql: string, ...values: (string | number)[]): readonly { readonly [column: string]: unknown }[];
  close(): void;
}

/** Handed in, because only the store knows which SQLite this Node has. Undefined where there is none to be read. */
export type OpenPast = (path: string) => PastDatabase | undefined;

/** What an agent itself has kept of its sessions. Apart from the port, because hooks never look at it. */
export interface Past {
  readonly name: AgentName;
  readonly title: string;
  /** Every record of this agent's, in no order; or those at or below a path that a person named. */
  find(env: Env, open: OpenPast, path?: string): readonly PastRecord[];
  /** How many there may be, from the names of files alone. */
  count(env: Env): number;
  /** Tells a record in the order in which it was written, from a place that an earlier reading gave. Bad rows are passed over, and counted. */
  read(record: PastRecord, from: number, open: OpenPast, onBad?: () => void): Iterable<PastRow>;
  /** Why a record told nothing, where it is because it cannot be read. */
  flaw(record: PastRecord): string | undefined;
}
