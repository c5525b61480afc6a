import type { Store } from "../../model/store/store.js";
import { isOfPast } from "./past-event.js";

// What hooks hear; the rest is said of a session by others, at any time.
const HEARD = /^(?:session\.(?:started|ended)|(?:prompt|message|turn|plan|tool|compaction|subagent)\.)/;
/** An agent writes a prompt down a moment before it runs the hook for it. */
const BEFORE = 1_000;

/** From when on hooks have told of a session: what its record says from then on is known. */
export class FirstLive {
  readonly #known = new Map<string, number>();

  constructor(private readonly store: Store | undefined) {}

  isKnown(session: string, at: number): boolean {
    let first = this.#known.get(session);
    if (first === undefined) {
      first = this.#look(session);
      this.#known.set(session, first);
    }
    return at >= first - BEFORE;
  }

  #look(session: string): number {
    const { store } = this;
    const times = (store?.findSessions(session) ?? [])
      .filter((state) => state.session === session)
      .flatMap(({ project }) => store?.events(project, session) ?? [])
      .filter(({ id, type }) => HEARD.test(type) && !isOfPast(id))
      .map(({ clock }) => clock);
    return times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  }
}
