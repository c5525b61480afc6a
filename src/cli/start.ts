#!/usr/bin/env node
import { cacheCompiled, load } from "../host/load-bundle.js";

const [, , first = "", ...rest] = process.argv;
if (first === "mcp" && rest.length === 0) {
  // An agent waits for its server, so do not load the command line.
  require("./mcp.cjs");
} else {
  const { run } = load<typeof import("./cli.js")>("command-line");
  // Help and the version run too little code for a useful cache.
  if (/^[a-z]/.test(first)) process.once("exit", cacheCompiled);
  await run();
}
