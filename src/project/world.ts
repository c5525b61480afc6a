/** What became of a file since it was last touched. */
type FileVerdict = "same" | "changed" | "gone" | "unknown";

export type BranchVerdict = "here" | "merged" | "deleted" | "unknown";

/** What was committed on the present branch since a known commit. Subjects and paths are other people's text. */
export interface GitChanges {
  readonly count: number;
  /** The newest 20 at most, newest first. */
  readonly subjects: readonly string[];
  /** Changed by most of those commits first. */
  readonly files: readonly string[];
}

/** How things stand on this machine now, looked up before composing, so that what no longer holds is not said. */
export interface World {
  /** `path` as events have it, `since` in wall time. */
  file(path: string, since: number): FileVerdict;
  branch(name: string): BranchVerdict;
  readonly commits?: GitChanges;
}

/** Nothing was looked up: the project is not on this machine, or there was no time. */
export const unknownWorld: World = { file: () => "unknown", branch: () => "unknown" };
