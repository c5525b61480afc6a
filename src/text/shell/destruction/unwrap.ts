import type { ShellWord } from "../shell-step.js";
import { type Call, operands } from "./call.js";

/** The call inside a program that only starts another: `sudo`, `env`, `xargs`, `npx` … */
export function unwrap(call: Call): Call | undefined {
  const { program, args } = call;
  const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  if (wrapper !== undefined) return inner(call, args.slice(startOf(args, wrapper)), wrapper.repeats ?? false);
  if (program === "find") return found(call, /^-(?:exec|execdir|ok|okdir)$/);
  if (program === "fd" || program === "fdfind") return found(call, /^(?:-[xX]|--exec(?:-batch)?)$/);
  if (/^(?:docker|podman|nerdctl|docker-compose|kubectl|oc)$/.test(program)) return inContainer(call);
  if (/^(?:python[23]?|py|php|bin\/console)$/.test(program) && TASK_FILE.test(args[0]?.text ?? ""))
    return inner(call, args, false);
  if (
    /^(?:npm|pnpm|yarn|bun|uv|poetry|pipenv|bundle|mise|direnv|dotenv|pdm|hatch|rye|composer|devbox)$/.test(
      program,
    )
  ) {
    const at = args.findIndex(({ text }) => /^(?:exec|x|dlx|run|--)$/.test(text));
    // `npm run x` names a script, not a program.
    if (at === -1 || (args[at]?.text === "run" && /^(?:npm|pnpm|yarn|bun|composer)$/.test(program))) {
      return /^(?:pnpm|yarn|bun)$/.test(program) && args[0] !== undefined && !args[0].text.startsWith("-")
        ? inner(call, args, false)
        : undefined;
    }
    const rest = args.slice(at + 1);
    return inner(call, rest.slice(startOf(rest, { valued: ["-p", "--package", "-c", "--with"] })), false);
  }
  return undefined;
}

/** The name of a program without its folder, in lower case. */
export function programName(text: string): string {
  return text
    .replace(/^.*[\\/]/, "")
    .replace(/\.(?:exe|cmd|bat)$/i, "")
    .toLowerCase();
}

interface Wrapper {
  /** Options whose value is the next argument. */
  readonly valued?: readonly string[];
  /** The number of its own arguments before the program. */
  readonly own?: number;
  readonly repeats?: boolean;
}

const TASK_FILE = /(?:^|\/)(?:manage\.py|artisan|console)$/;

const WRAPPERS: { readonly [program: string]: Wrapper } = {
  sudo: { valued: ["-u", "-g", "-h", "-p", "-C", "-T", "-r", "-t", "-U", "-D", "-R", "--user", "--group"] },
  doas: { valued: ["-u", "-C"] },
  env: { valued: ["-u", "--unset", "-C", "--chdir"] },
  command: {},
  builtin: {},
  exec: { valued: ["-a"] },
  nohup: {},
  setsid: {},
  time: { valued: ["-f", "-o"] },
  nice: { valued: ["-n"] },
  ionice: { valued: ["-c", "-n"] },
  stdbuf: { valued: ["-i", "-o", "-e"] },
  timeout: { valued: ["-s", "-k", "--signal", "--kill-after"], own: 1 },
  gtimeout: { valued: ["-s", "-k"], own: 1 },
  chronic: {},
  unbuffer: {},
  caffeinate: { valued: ["-t", "-w"] },
  busybox: {},
  npx: { valued: ["-p", "--package", "-c"] },
  bunx: { valued: ["-p"] },
  pnpx: {},
  uvx: { valued: ["--from", "--with"] },
  pipx: { own: 1 },
  chroot: { own: 1 },
  watch: { valued: ["-n"], repeats: true },
  xargs: { valued: ["-I", "-n", "-P", "-L", "-d", "-E", "-s", "-a", "-J", "-R"], repeats: true },
  parallel: { valued: ["-j", "-a", "--jobs"], repeats: true },
};

/** The index of the inner program among the arguments. */
function startOf(args: readonly ShellWord[], { valued = [], own = 0 }: Wrapper): number {
  let left = own;
  for (let n = 0; n < args.length; n++) {
    const { text = "" } = args[n] ?? {};
    if (text === "--") return n + 1 + left;
    if (valued.includes(text)) n++;
    else if (!text.startsWith("-") && !/^[A-Za-z_]\w*=/.test(text) && left-- === 0) return n;
  }
  return args.length;
}

function inner({ isRepeated, input }: Call, words: readonly ShellWord[], repeats: boolean): Call | undefined {
  const [program, ...args] = words;
  if (program === undefined) return undefined;
  // Without `{}` the item comes last.
  const isGiven = !repeats || args.some(({ text }) => text.includes("{}"));
  const all = isGiven ? args : [...args, { text: "{}", isMany: true }];
  return { program: programName(program.text), args: all, isRepeated: isRepeated || repeats, input };
}

/** The program that runs for each found file. */
function found(call: Call, option: RegExp): Call | undefined {
  const at = call.args.findIndex(({ text }) => option.test(text));
  return at === -1 ? undefined : inner(call, call.args.slice(at + 1), true);
}

/** `docker exec BOX psql …`: options differ between tools, so look for a known program. */
function inContainer(call: Call): Call | undefined {
  if (operands(call).findIndex(({ text }) => /^(?:exec|run)$/.test(text)) === -1) return undefined;
  const at = call.args.findIndex(({ text }) => KNOWN.test(programName(text)));
  return at === -1 ? undefined : inner(call, call.args.slice(at), false);
}

const KNOWN =
  /^(?:sh|bash|zsh|ash|rm|psql|mysql|mariadb|sqlite3|mongosh?|redis-cli|dropdb|rails|rake|npx|npm|php|python3?|bundle|alembic|flask|manage\.py|artisan|bin\/rails)$/;
