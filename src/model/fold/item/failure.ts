import { failureClaim, isFlakyRemark, isRefutedBy, tellingWords } from "../../../text/prose/failure.js";
import { sharedStems, stemsOfBoth } from "../../../text/prose/stems.js";
import { checkIn } from "../../../text/shell/check.js";
import type { CheckNote } from "../session/note.js";
import type { Board } from "./board.js";
import type { Entry, Spot } from "./entry.js";

/** Failures that a person called unimportant, and what was said of failures that are over. */
export class Failures {
  readonly #ignored = new Set<string>();

  constructor(readonly board: Board) {}

  /** Closes the sentences that say that a check fails, once it passes. */
  pass({ command, scope, runner }: CheckNote, spot: Spot): void {
    const kind = checkIn(command)?.kind ?? "test";
    for (const entry of this.#claims(spot)) {
      const claim = failureClaim(entry.now.text);
      if (
        claim !== undefined &&
        claim.kind === kind &&
        isRefutedBy(claim, { command: `${runner} ${command}`, scope })
      )
        this.board.close(entry, "resolved", spot, `${command} passes`, "tool");
    }
  }

  /** Closes a failing check that the person calls flaky, and what was said of it. */
  ignore(text: string, spot: Spot): void {
    if (!isFlakyRemark(text)) return;
    const failing = this.board.of(["failing"]).filter(({ check }) => check !== undefined);
    for (const entry of meantBy(text, failing, spot)) {
      this.#ignored.add(keyOf(entry));
      const scope = entry.check?.scope ?? "";
      this.board.close(entry, "dropped", spot, text, "user");
      for (const said of this.#claims(spot)) {
        const claim = failureClaim(said.now.text);
        if (
          claim !== undefined &&
          (claim.about === "" || isRefutedBy(claim, { command: entry.now.about, scope }))
        )
          this.board.close(said, "dropped", spot, text, "user");
      }
    }
  }

  /** A failure that does not matter stays closed when it is seen again. */
  seen(entry: Entry, spot: Spot): void {
    if (this.#ignored.has(keyOf(entry))) this.board.close(entry, "dropped", spot, "It is flaky.", "user");
  }

  /** Sentences in which somebody said that something fails. */
  #claims(spot: Spot): Entry[] {
    return this.board
      .of(["failing", "blocker"])
      .filter(({ check, first }) => check === undefined && first.branch === spot.branch);
  }
}

function keyOf({ check }: Entry): string {
  return `${check?.runner ?? ""} ${check?.scope ?? ""}`;
}

/** The failing checks that a remark names; if it names none, the latest of its session or the only one. */
function meantBy(text: string, failing: readonly Entry[], spot: Spot): readonly Entry[] {
  const words = tellingWords(text);
  const named = failing.filter(({ now }) => {
    const [said, shown] = stemsOfBoth(words, now.text);
    return sharedStems(said, shown) > 0;
  });
  if (named.length > 0) return named;
  if (words.split(" ").filter(Boolean).length > MAX_VAGUE_WORDS) return [];
  const own = failing.filter(({ first }) => first.session === spot.session);
  const near = own.length > 0 ? own.toSorted((a, b) => a.lastAt - b.lastAt).slice(-1) : failing;
  return near.length === 1 ? near : [];
}

const MAX_VAGUE_WORDS = 1;
