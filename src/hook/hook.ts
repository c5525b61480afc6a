import { cacheCompiled, load } from "../host/load-bundle.js";

/** `hook.cjs AGENT`: a payload on standard input, an answer on standard output if any, and always exit code 0. */
try {
  const { run } = load<typeof import("./capture.js")>("capture");
  if (run(process.argv[2] ?? "", load, __filename)) cacheCompiled();
} catch {
  // A bundle is missing or half replaced by an update; `doctor` finds that by running the hooks.
}
// Everything is written, so skip Node's cleanup. `reallyExit` is not in Node's types.
const host: { reallyExit?: (code: number) => never; exit: (code: number) => never } = process;
if (host.reallyExit === undefined) host.exit(0);
else host.reallyExit(0);
