#!/usr/bin/env node
import { cacheCompiled, load } from "../host/load-bundle.js";

const [, , first = "", ...rest] = process.argv;
if (first === "mcp" && rest.length === 0) {
  // An agent waits for its server: nothing of the command line is loaded for it.
  require("./mcp.cjs");
} else {
  const { run } = load<typeof import("./cli.js")>("command-line");
  // Help and the version run too little for a form that other commands are to have.
  if (/^[a-z]/.test(first)) process.once("exit", cacheCompiled);
  await run();
}
