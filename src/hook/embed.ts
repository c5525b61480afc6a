import { now } from "../host/clock.js";
import { dataHome, hostEnv } from "../host/env.js";
import { noteError } from "../host/log.js";
import { openStore } from "../model/store/open.js";
import { embed } from "../recall/embed.js";
import { configuredEmbedder } from "../recall/embedder.js";

/** `embed.cjs`: adds the missing vectors of the configured model. Maintenance starts it in the background. */
void run(dataHome(hostEnv()));

async function run(home: string): Promise<void> {
  try {
    const embedder = configuredEmbedder(hostEnv(), home);
    if (embedder === undefined) return;
    const store = openStore(home);
    try {
      await embed(home, store, embedder);
    } finally {
      store.close();
    }
  } catch (error) {
    noteError(home, { at: now(), agent: "", hook: "embed", error: String(error) });
  }
}
