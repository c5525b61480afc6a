import { existsSync } from "node:fs";
import { join } from "node:path";
import { PASTS } from "../../agent/adapters.js";
import { dataHome, type Env } from "../../host/env.js";

/** How many sessions agents have kept that nobody has imported from yet, by the names of files alone. */
export function countPast(env: Env): number {
  const folder = join(dataHome(env), "import");
  return PASTS.filter(({ name }) => !existsSync(join(folder, `${name}.json`))).reduce(
    (sum, past) => sum + past.count(env),
    0,
  );
}
