import type { Draft, EventData } from "../../event/registry.js";
import type { Account } from "./account.js";
import type { Document } from "./document.js";
import type { When } from "./time.js";

/** The files of other session tools that Tidemark writes and reads, each in a folder of its own here. */
export type LayoutName = EventData<"layout.imported">["layout"];

/** One file of a layout. */
export interface LayoutFile {
  /** Relative to the folder that is exported to or imported from, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Written and read through gzip. */
  readonly isPacked?: boolean;
}

/** A file that could not be used: it is left where it is. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** What a file says happened, with its true time. */
export interface PastDraft {
  readonly draft: Draft;
  readonly at: number;
  /** Empty for what belongs to no session. */
  readonly session: string;
  readonly agent: string;
}

/** How one tool keeps its sessions. */
export interface Layout {
  readonly name: LayoutName;
  readonly meaning: string;
  /** It has room for one project alone. */
  readonly isOfOneProject: boolean;
  /** Where its files are when the folder above them is named: `.ai`. */
  readonly folder?: string;
  /** The folders in which its files stand, besides the top. */
  isFolder(path: string): boolean;
  isFile(path: string): boolean;
  /** Why this is no document of the tool; undefined if it is one. */
  whyWrong(document: Document): string | undefined;
  /** The session a document tells of; others beside it may have to say so. */
  sessionOf(document: Document, all: readonly Document[]): string | undefined;
  /** What the tool would have written of these projects. */
  write(accounts: readonly Account[], when: When): Document[];
  /** What documents say happened. */
  read(documents: readonly Document[], when: When): PastDraft[];
}
