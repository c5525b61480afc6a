import type { Draft, EventData } from "../../event/registry.js";
import type { Account } from "./account.js";
import type { Document, Shape } from "./document.js";
import type { When } from "./time.js";

/** The file layouts of other session tools that Tidemark writes and reads. */
export type LayoutName = EventData<"layout.imported">["layout"];

/** One file of a layout. */
export interface LayoutFile {
  /** Relative to the folder that is exported to or imported from, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** A file that could not be used. It is left where it is. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** An event that a file reports, with its true time. */
export interface PastDraft {
  readonly draft: Draft;
  readonly at: number;
  /** Empty if it belongs to no session. */
  readonly session: string;
  readonly agent: string;
}

/** How one tool stores its sessions. */
export interface Layout extends LayoutFormat {
  readonly name: LayoutName;
  readonly meaning: string;
  /** Its files can hold one project only. */
  readonly isOfOneProject: boolean;
  /** The folder that holds all of its files, if there is one: `.ai`. */
  readonly folder?: string;
}

export interface LayoutFormat {
  /** Whether files of the layout are in this folder, besides the top. */
  isFolder(path: string): boolean;
  readonly shapes: readonly Shape[];
  /** The session that a document is about; other documents may have to say so. */
  sessionOf(document: Document, all: readonly Document[]): string | undefined;
  /** The events that the documents report. */
  read(documents: readonly Document[], when: When): PastDraft[];
  /** The documents that the tool itself would have written about these projects. */
  write(accounts: readonly Account[], when: When): Document[];
}
