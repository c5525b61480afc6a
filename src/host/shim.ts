/**
 * What agents start or load by a path that never changes: small files beside the copy of the program, each leading to
 * one of its files. Those whose target was not built are not made.
 */
export interface Shim {
  readonly name: string;
  /** The file in the copy. */
  readonly target: string;
  text(target: string): string;
}

// The data folder is where the shim stands: told here, because a Windows command cannot carry it into every shell.
const FIND_HOME = 'process.env.TIDEMARK_HOME||=require("node:path").dirname(__dirname)';
const FIND_HOME_ESM =
  'import{dirname}from"node:path";import{fileURLToPath}from"node:url";process.env.TIDEMARK_HOME||=dirname(dirname(fileURLToPath(import.meta.url)))';

export const SHIMS: readonly Shim[] = [
  {
    name: "hook.cjs",
    target: "hook.cjs",
    // A copy that is gone must not put an error before whoever works in the agent.
    text: (target) =>
      `${FIND_HOME};try{require("${target}")}catch(e){if(e?.code!=="MODULE_NOT_FOUND")throw e}\n`,
  },
  { name: "mcp.cjs", target: "mcp.cjs", text: (target) => `${FIND_HOME};require("${target}");\n` },
  { name: "cli.mjs", target: "cli.js", text: (target) => `${FIND_HOME_ESM};await import("${target}");\n` },
  { name: "opencode.mjs", target: "opencode.mjs", text: (target) => `export * from "${target}";\n` },
  { name: "pi.mjs", target: "pi.mjs", text: (target) => `export * from "${target}";\n` },
];

/** Whether a text names one of our programs. What does not has nothing of ours in it, and need not be valid. */
export function namesShim(text: string): boolean {
  return SHIMS.some(({ name }) => text.includes(name));
}
