import { test as base, inject } from "vitest";
import type { AgentName } from "./install.js";
import { openSite, type Site } from "./site.js";

/** Tests with a fresh site, in `place` after `tidemark init`; skipped, with the reason, where an agent is missing. */
export function testWith(...agents: AgentName[]) {
  return base.extend<{ bare: Site; place: Site }>({
    bare: async ({ skip }, use) => {
      for (const agent of agents) {
        const installed = inject("agents")[agent];
        if (!installed) return skip(`${agent} was not asked for by any test file`);
        if ("missing" in installed) return skip(installed.missing);
      }
      const place = await openSite({ agents });
      await use(place);
      place.leave();
    },
    place: async ({ bare }, use) => {
      for (const agent of agents) bare.tidemark("init", "--yes", "--agent", agent);
      await use(bare);
    },
  });
}
