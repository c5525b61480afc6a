#!/usr/bin/env node
// An agent waits for its server: nothing of the command line is loaded for it.
if (process.argv.length === 3 && process.argv[2] === "mcp") {
  const { serve } = await import("../mcp/serve.js");
  serve();
} else await import("./cli.js");
