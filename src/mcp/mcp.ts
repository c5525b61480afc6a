import { hostEnv } from "../host/env.js";
import { connect } from "./connection.js";
import { lineReader } from "./line-reader.js";

/** How long calls may continue after the client has closed our input. */
const GRACE_MS = 5_000;

serve();

/** Serves one client over standard input and output until it closes its end. */
function serve(): void {
  let pending = 0;
  let isOver = false;
  const { receive, refuse } = connect({
    env: hostEnv(),
    cwd: process.cwd(),
    send: (message) => process.stdout.write(`${JSON.stringify(message)}\n`),
    // The build makes this bundle of `work.ts`.
    load: async () => {
      // The server mostly waits, so save memory rather than time.
      process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");
      return require("./mcp-work.cjs");
    },
  });
  const read = lineReader((line) => {
    pending++;
    void receive(line).finally(() => {
      pending--;
      if (isOver && pending === 0) process.exit(0);
    });
  }, refuse);
  const end = () => {
    isOver = true;
    if (pending === 0) process.exit(0);
    setTimeout(() => process.exit(0), GRACE_MS);
  };
  process.stdin.setEncoding("utf8").on("data", read).on("end", end).on("error", end);
  process.stdout.on("error", () => process.exit(0));
  // Continue after an error, because the next call may work.
  process.on("uncaughtException", complain);
  process.on("unhandledRejection", complain);
}

function complain(error: unknown): void {
  process.stderr.write(`tidemark mcp: ${error instanceof Error ? error.message : String(error)}\n`);
}
