import { join } from "node:path";

/** The folder of Claude Code's settings and transcripts. */
export function configFolder(env: { readonly [name: string]: string | undefined }, home: string): string {
  return env["CLAUDE_CONFIG_DIR"] || join(home, ".claude");
}
