/** What the file in the user's configuration hands over to the plugin. It does not change from version to version. */
export interface Connection {
  /** The agent's name. */
  readonly agent: string;
  /** The shell command that runs the hook. */
  readonly hook: string;
  /** The Node that runs our programs: the one that runs the agent may be no Node at all. */
  readonly node: string;
  /** The folder with our programs. */
  readonly folder: string;
}
