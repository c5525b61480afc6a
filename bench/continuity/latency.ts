import { type Figure, median } from "../report.js";
import { ask } from "./measure.js";
import { PROJECT, Replay } from "./replay.js";
import { type Line, readStream } from "./stream.js";

const EVENTS = 20_000;
const ASKS = 100;

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
    ];
  } finally {
    replay.close();
  }
}
