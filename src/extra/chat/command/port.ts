import type { Talk } from "../talk.js";

/** What is to be done after a command. */
export type After = "quit" | "answer" | undefined;

/** One thing that a person types with a slash before it. */
export interface ChatCommand {
  readonly name: string;
  /** Another name for it. */
  readonly other?: string;
  readonly argument?: string;
  readonly what: string;
  run(talk: Talk, argument: string): After | Promise<After>;
}
