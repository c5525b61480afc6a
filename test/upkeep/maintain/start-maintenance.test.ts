import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TRIAL_HOME } from "../../../src/host/env.js";
import { startMaintenance } from "../../../src/upkeep/maintain/start-maintenance.js";

const NOW = 1_750_000_000_000;

test("the housekeeping is started once a day, never beside a trial and not if it is off", () => {
  const home = mkdtempSync(join(tmpdir(), "tidemark-tending-"));
  const hook = join(home, "none.cjs");
  startMaintenance(home, { [TRIAL_HOME]: home }, NOW, hook);
  startMaintenance(home, { TIDEMARK_MAINTENANCE: "off" }, NOW, hook);
  expect(readdirSync(home)).toEqual([]);
  startMaintenance(home, {}, NOW, hook);
  expect(existsSync(join(home, "tended"))).toBe(true);
});
