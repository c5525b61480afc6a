import type { EventData } from "../event/registry.js";

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
