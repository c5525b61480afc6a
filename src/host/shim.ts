/** A small file with a stable path for agents, which loads a file of the installed copy. */
export interface Shim {
  readonly name: string;
  /** The file in the copy. */
  readonly target: string;
  text(target: string): string;
}

// The data folder is the parent of the shim's; a Windows command cannot pass it in every shell.
const FIND_HOME = 'process.env.TIDEMARK_HOME||=require("node:path").dirname(__dirname)';
const FIND_HOME_ESM =
  'import{dirname}from"node:path";import{fileURLToPath}from"node:url";process.env.TIDEMARK_HOME||=dirname(dirname(fileURLToPath(import.meta.url)))';

export const SHIMS: readonly Shim[] = [
  {
    name: "hook.cjs",
    target: "hook.cjs",
    // Show no error in the agent if the copy is gone.
    text: (target) =>
      `${FIND_HOME};try{require("${target}")}catch(e){if(e?.code!=="MODULE_NOT_FOUND")throw e}\n`,
  },
  { name: "mcp.cjs", target: "mcp.cjs", text: (target) => `${FIND_HOME};require("${target}");\n` },
  { name: "cli.mjs", target: "cli.js", text: (target) => `${FIND_HOME_ESM};await import("${target}");\n` },
  { name: "opencode.mjs", target: "opencode.mjs", text: (target) => `export * from "${target}";\n` },
  { name: "pi.mjs", target: "pi.mjs", text: (target) => `export * from "${target}";\n` },
];

/** Whether a text names one of our programs. If not, it need not be valid settings. */
export function namesShim(text: string): boolean {
  return SHIMS.some(({ name }) => text.includes(name));
}
