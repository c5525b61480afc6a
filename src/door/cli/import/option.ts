/** What `tidemark import` is given. */
export interface ImportOptions {
  readonly agent?: readonly string[];
  readonly since?: string;
  readonly layout?: string;
  readonly project?: string;
  readonly trust?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}
