import { cacheCompiled, load } from "../host/load-bundle.js";

/**
 * `hook.cjs AGENT`: one payload on standard input, an answer or nothing on standard output, exit code 0 whatever
 * happens. A memory that disturbs the work is worse than none.
 */
try {
  const { run } = load<typeof import("./capture.js")>("capture");
  if (run(process.argv[2] ?? "", load, __filename)) cacheCompiled();
} catch {
  // What a bundle cannot report itself (it is missing, or half replaced by an update), `doctor` finds by trying.
}
leave(process);

// All is written: leaving at once spares the time Node takes to put its house in order. Not in Node's types.
function leave(host: { reallyExit?: (code: number) => never; exit: (code: number) => never }): never {
  return host.reallyExit === undefined ? host.exit(0) : host.reallyExit(0);
}
