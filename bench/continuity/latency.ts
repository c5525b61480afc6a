import { gzipSync } from "node:zlib";
import { wholeState } from "../../src/session/whole-state.js";
import { type Figure, median } from "../report.js";
import { ask } from "./measure.js";
import { PROJECT, Replay } from "./replay.js";
import { type Line, readStream } from "./stream.js";

const EVENTS = 20_000;
const ASKS = 100;

const TIMES = 20;

/** How long the whole state of the longest session takes to tell and to write, and how much it is. */
function measureWhole(replay: Replay): Figure[] {
  const { home } = replay;
  const store = replay.store();
  const [longest] = store.sessions({ project: PROJECT }).sort((a, b) => b.events - a.events);
  if (longest === undefined) return [];
  const from = { home, store, project: PROJECT, now: longest.lastAt };
  let packed = 0;
  const times = Array.from({ length: TIMES }, () => {
    const start = process.hrtime.bigint();
    const text = JSON.stringify(wholeState(from, longest));
    const spent = Number(process.hrtime.bigint() - start) / 1e6;
    packed = gzipSync(text).length;
    return spent;
  });
  const note = `${longest.events} events`;
  return [
    { name: "whole state, median", value: median(times), unit: "ms", limit: 100, note },
    { name: "whole state, compressed", value: packed, unit: "bytes", limit: 102_400, note },
  ];
}

/** How long an ask takes in a memory of at least 20,000 events of one project. */
export function measureAsks(names: readonly string[]): Figure[] {
  const replay = new Replay();
  try {
    const asks: Line[] = [];
    let events = 0;
    for (let round = 0; events < EVENTS; round++) {
      for (const line of names.flatMap((name) => readStream(name))) {
        const again = { ...line, session_id: `${line.session_id}-${round}` };
        if (line.t === "ask") asks.push(again);
        else if (events++ >= 0) replay.tell(again);
      }
    }
    replay.store();
    const times = asks.slice(-ASKS).map((line) => {
      const start = process.hrtime.bigint();
      ask(replay, line, 1_000);
      return Number(process.hrtime.bigint() - start) / 1e6;
    });
    const sessions = replay.store().sessions({ project: PROJECT }).length;
    return [
      {
        name: "ask, median",
        value: median(times),
        unit: "ms",
        limit: 20,
        note: `${events} events, ${sessions} sessions`,
      },
      ...measureWhole(replay),
    ];
  } finally {
    replay.close();
  }
}
