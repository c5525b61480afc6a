import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";

const seed = process.env["TIDEMARK_SEED"];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

// No test may see this machine's own agents or memory: home and data folder are fresh for every file.
const home = mkdtempSync(join(tmpdir(), "tidemark-test-"));
process.env.HOME = home;
process.env.USERPROFILE = home;
process.env.TIDEMARK_HOME = join(home, "data");
process.env.GIT_CONFIG_GLOBAL = join(home, "gitconfig");
process.env.GIT_CONFIG_NOSYSTEM = "1";
for (const name of [
  "CLAUDE_CONFIG_DIR",
  "XDG_DATA_HOME",
  "XDG_CONFIG_HOME",
  "NODE_EXTRA_CA_CERTS",
  "NODE_OPTIONS",
  "TIDEMARK_INSIDE",
  "COPILOT_CLI",
  "TIDEMARK_MODEL",
  "TIDEMARK_MODEL_KEY",
  "TIDEMARK_TOKENS",
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "OLLAMA_HOST",
]) {
  delete process.env[name];
}
