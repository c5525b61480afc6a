import { hostEnv } from "../host/env.js";
import { connect } from "./connection.js";
import { lineReader } from "./line-reader.js";

// When the client closes our input it is gone, or wants us to be: what has begun may still end.
const GRACE = 5_000;

serve();

/** Serves one client over standard input and output until it closes its end. Nothing else is ever written there. */
function serve(): void {
  let pending = 0;
  let isOver = false;
  const { receive, refuse } = connect({
    env: hostEnv(),
    cwd: process.cwd(),
    send: (message) => process.stdout.write(`${JSON.stringify(message)}\n`),
    // The server starts with little; its first call loads the rest, which the build makes of `work.ts`.
    load: async () => {
      // It waits nearly all of its life: there is more to be had from little memory than from quick code.
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
    setTimeout(() => process.exit(0), GRACE);
  };
  process.stdin.setEncoding("utf8").on("data", read).on("end", end).on("error", end);
  process.stdout.on("error", () => process.exit(0));
  // A server that dies takes its tools from the agent; whatever this was, the next call may work.
  process.on("uncaughtException", complain);
  process.on("unhandledRejection", complain);
}

function complain(error: unknown): void {
  process.stderr.write(`tidemark mcp: ${error instanceof Error ? error.message : String(error)}\n`);
}
