import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { PROJECT, Replay } from "../../bench/continuity/replay.js";
import { type Line, readStream, streamNames } from "../../bench/continuity/stream.js";
import { wholeState } from "../../src/session/whole-state.js";

const names = streamNames();
const MOST = 100 * 1_024;

describe.skipIf(names.length === 0)(
  "the whole state of the sessions recorded in ../shared/bench/continuity",
  () => {
    test("of the longest stays below 100 KB, compressed", () => {
      const replay = new Replay();
      try {
        const [longest = []] = names.flatMap(sessionsIn).sort((a, b) => b.length - a.length);
        for (const line of longest) replay.tell(line);
        const store = replay.store();
        const [state] = store.sessions({ project: PROJECT });
        if (state === undefined) throw new Error("it was told");
        const whole = wholeState({ home: replay.home, store, project: PROJECT, now: 0 }, state);
        expect(whole.tools.history).toHaveLength(state.tools);
        expect(state.tools).toBeGreaterThan(300);
        expect(gzipSync(JSON.stringify(whole)).length).toBeLessThan(MOST);
      } finally {
        replay.close();
      }
    });
  },
);

function sessionsIn(name: string): Line[][] {
  const sessions = new Map<string, Line[]>();
  for (const line of readStream(name)) {
    if (line.t !== "event") continue;
    const known = sessions.get(line.session_id);
    if (known === undefined) sessions.set(line.session_id, [line]);
    else known.push(line);
  }
  return [...sessions.values()];
}
