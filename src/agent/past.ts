import type { Env } from "../host/env.js";
import type { AgentName } from "./agents.js";
import type { Signal } from "./signal.js";

/** A file, or a part of a database, in which an agent itself keeps one or more of its sessions. */
export interface PastRecord {
  /** Unique. For a part of a database: the file, `#` and the part. */
  readonly path: string;
  /** Together with the time of the last change, this shows if there is something new. */
  readonly bytes: number;
  readonly modifiedAt: number;
  /** The earliest known time. A copy sorts after its original. */
  readonly bornAt: number;
}

/** One entry of a record. */
export interface PastRow {
  readonly at: number;
  readonly session: string;
  readonly cwd?: string;
  readonly branch?: string;
  /** Identifies the entry among all records of the agent; the same in every copy. */
  readonly row: string;
  readonly signals: readonly Signal[];
  /** The offset from which the next reading misses nothing after this entry. */
  readonly from: number;
}

/** A database of an agent, opened read-only. */
export interface PastDatabase {
  all(sql: string, ...values: (string | number)[]): readonly { readonly [column: string]: unknown }[];
  close(): void;
}

/** Passed in, because only the store knows which SQLite this Node has. Undefined if the file cannot be read. */
export type OpenPast = (path: string) => PastDatabase | undefined;

/** The records an agent keeps of its sessions. Hooks never read them. */
export interface Past {
  readonly name: AgentName;
  readonly title: string;
  /** Every record, in no order; or only those at or below a given path. */
  find(env: Env, open: OpenPast, path?: string): readonly PastRecord[];
  /** An estimate of their number from file names alone. */
  count(env: Env): number;
  /** Reads a record from the offset that an earlier reading gave. Bad rows are skipped and counted. */
  read(record: PastRecord, from: number, open: OpenPast, onBad?: () => void): Iterable<PastRow>;
  /** Why a record cannot be read, if that is why it gave nothing. */
  flaw(record: PastRecord): string | undefined;
}
