import { test as base, inject } from "vitest";
import { openSite, type Site } from "./run.js";

/** A test with a fresh site in which `tidemark init` has been run; skipped, with the reason, without Claude Code. */
export const test = base.extend<{ bare: Site; place: Site }>({
  bare: async ({ skip }, use) => {
    const claude = inject("claude");
    if ("missing" in claude) return skip(claude.missing);
    const place = await openSite(claude.program);
    await use(place);
    place.leave();
  },
  place: async ({ bare }, use) => {
    bare.tidemark("init", "--yes", "--agent", "claude");
    await use(bare);
  },
});
