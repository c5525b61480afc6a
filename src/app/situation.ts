import { kindByElapsed, type Situation } from "../compose/situation.js";
import { chooseLanguage, type Language } from "../detect/language.js";
import type { Running, SessionState } from "../fold/session-state.js";
import { hasWorked, statusOf } from "../fold/status.js";
import type { Store } from "../store/port.js";

/** Who asks, when, and from where. */
export interface Asker {
  readonly project: string;
  readonly session: string;
  readonly source: string;
  readonly now: number;
  readonly branch?: string;
  readonly language?: Language;
  readonly isAlive: (pid: number | undefined) => boolean | undefined;
}

/** How things stand for a session that begins, goes on or was compacted. */
export function situationFor(store: Store, asker: Asker): Situation {
  const own = store.session(asker.project, asker.session)?.state;
  const branch = asker.branch === undefined ? {} : { branch: asker.branch };
  if (own !== undefined && asker.source === "compact") {
    return { kind: "compact", language: languageOf(asker, own), elapsed: 0, about: own, ...branch };
  }
  if (own !== undefined && asker.source === "resume" && hasWorked(own)) return resumed(own, asker, branch);
  const { project } = asker;
  // Two, because the asking session may be one of them.
  const last = store
    .sessions({ project, worked: true, limit: 2 })
    .find((state) => state.session !== asker.session);
  if (last === undefined) return { kind: "first", language: languageOf(asker, own), elapsed: 0, ...branch };
  return following(last, asker, branch);
}

function resumed(own: SessionState, asker: Asker, branch: { branch?: string }): Situation {
  const { at, busy, running } = own.left ?? { at: own.lastAt, busy: false, running: [] };
  const cut = running.at(-1);
  return {
    kind: "resume",
    language: languageOf(asker, own),
    elapsed: Math.max(0, asker.now - at),
    about: own,
    ...branch,
    ...(busy ? { interrupted: cutOff(cut) } : {}),
  };
}

function following(last: SessionState, asker: Asker, branch: { branch?: string }): Situation {
  const elapsed = Math.max(0, asker.now - last.lastAt);
  const alive = asker.isAlive(last.pid);
  const status = statusOf(last, asker.now, alive);
  const isAtWork = status === "active" && alive === true && last.busy;
  const kind =
    asker.source === "fork"
      ? "fork"
      : isAtWork
        ? "beside"
        : asker.source === "clear"
          ? "clear"
          : kindByElapsed(elapsed);
  const during = last.ended?.during ?? last.running.at(-1);
  const wasCut = status === "crashed" || last.ended?.during !== undefined;
  return {
    kind,
    language: languageOf(asker, last),
    elapsed,
    about: last,
    ...branch,
    ...(wasCut ? { interrupted: cutOff(during) } : {}),
  };
}

function cutOff(during: Running | undefined): { target?: string } {
  return during === undefined ? {} : { target: during.target || during.tool };
}

function languageOf(asker: Asker, state: SessionState | undefined): Language {
  return asker.language ?? chooseLanguage(state?.votes ?? { en: 0, fr: 0 });
}
