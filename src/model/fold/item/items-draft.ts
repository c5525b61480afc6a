import type { Decision } from "../../../text/prose/choice.js";
import { claimsToWork, isComplaint, isPlanDone } from "../../../text/prose/complaint.js";
import { isDoneInOtherForms } from "../../../text/prose/deed.js";
import { doneIn } from "../../../text/prose/done.js";
import { isContinuation } from "../../../text/prose/next-action.js";
import { passingClaim } from "../../../text/prose/passing-claim.js";
import { isNamedIn, isSettledBy, isUnblocked, resolutionsIn } from "../../../text/prose/resolution.js";
import { contentWords, isDoneBy, pickOf } from "../../../text/prose/subject.js";
import { checkIn } from "../../../text/shell/check.js";
import { covers } from "../../../text/shell/check-scope.js";
import { resolutionsOf, succeed } from "../session/finding.js";
import { type CheckNote, type Note, REMOTE, type SaidNote, type TurnNotes } from "../session/note.js";
import { Board } from "./board.js";
import { decisionIn, judge } from "./decide.js";
import { Entry, isMentioned, isSameLine, type Spot } from "./entry.js";
import { Failures } from "./failure.js";
import type { Deed, ItemCorrection, ItemKind, ItemSpeaker, ItemTasks, WorkItem } from "./item.js";
import { isMeant, isOfPlan, mayReport, type NewItem, newItemsOf, saidKey } from "./new-item.js";
import { endRules } from "./release.js";
import { rename, revertDecision } from "./revert.js";
import { changeSetting, type Heard } from "./setting.js";

/** An agent's step is stale after so many turns with edits that do not mention it. */
const MAX_MISSED = 3;
const MIN_REQUEST_CHANCE = 0.5;
const MAX_FIXED_BY = 8;

const STEPS: readonly ItemKind[] = ["next", "open"];
const FADING: readonly ItemKind[] = [...STEPS, "failing", "blocker"];
const TO_DO: readonly ItemKind[] = [...STEPS, "goal"];

/** The items of a project while its notes are read in order of time. */
export class ItemsDraft {
  readonly #board = new Board();
  readonly #failures = new Failures(this.#board);
  /** The last turn of each session that is over. */
  readonly #lastTurn = new Map<string, string>();
  readonly #deeds: Deed[] = [];
  readonly #edits: { readonly at: number; readonly paths: readonly string[] }[] = [];
  /** All sentences so far. */
  readonly #heard: Heard[] = [];
  /** The corrections of items that are not known yet. */
  readonly #early: ItemCorrection[] = [];

  constructor(readonly threads: ReadonlyMap<string, string>) {}

  add(note: Note, turn: TurnNotes): void {
    const spot = this.#spotOf(note, turn);
    if (note.is === "said") this.#hear(note, spot);
    if (note.is === "answer") this.#takeWords(note.choice, spot);
    if (note.is === "plan" && note.verdict !== "rejected") this.#acceptPlan(note.title, spot);
    for (const item of newItemsOf(note)) this.#put(item, spot);
    if (note.is === "said") this.#heard.push({ key: saidKey(note.event, note), text: note.text });
    if (note.is === "commit") this.#finish([note.subject.replace(COMMIT_TYPE, "")], spot, "tool");
    if (note.is === "pull-request" && note.state === "merged") this.#finish([note.title], spot, "tool");
    if (note.is === "check") this.#check(note, spot);
    if (note.is === "edit") this.#edits.push({ at: note.at, paths: note.paths });
    if (note.is === "push")
      for (const entry of this.#board.of(["failing"]))
        if (entry.check?.runner === REMOTE) this.#board.close(entry, "stale", spot, "It runs again.", "tool");
  }

  /** Looks back at a turn: what it left unanswered, and what it no longer speaks of. */
  endTurn(turn: TurnNotes): void {
    const last = turn.notes.at(-1);
    const spot = this.#spotOf({ event: last?.event ?? "", at: last?.at ?? turn.at }, turn);
    const closing = turn.notes.find((note) => note.is === "said" && note.by === "agent" && !note.isMidway);
    if (closing === undefined) this.#leaveRequest(turn);
    else
      for (const entry of this.#board.of(["open"]))
        if (entry.isRequest && entry.first.session === turn.session)
          this.#board.close(entry, "done", spot, "A later turn of the session was answered.", "agent");
    if (turn.edited.length > 0 || turn.notes.some(({ is }) => is === "edit")) {
      this.#report(turn);
      this.#fade(turn, spot);
    }
    this.#lastTurn.set(turn.session, turn.turn);
  }

  takeTasks({ session, branch, since, at, items }: ItemTasks): void {
    const spot = { event: "", at, session, branch, turn: "" };
    for (const { key, text, status } of items) {
      if (status === "done") this.#finish([text], spot, "agent");
      else if (status === "open" || status === "doing")
        this.#put({ kind: "open", text, about: text, by: "agent", part: `task${key ?? text}` }, spot);
    }
    // The list may be older than its session's last words.
    for (const deed of this.#deeds) if (deed.at >= (since ?? at)) this.finish(deed);
  }

  /** Takes a declaration that something is finished. */
  finish(deed: Deed): void {
    const { id: event, text, at, by } = deed;
    const spot = { event, at, session: "", turn: "" };
    if (!this.#deeds.includes(deed)) this.#deeds.push(deed);
    this.#finish([text], spot, by);
    this.#clear(this.#board.of(["blocker"]), { resolved: [], done: [text] }, spot, text, by);
  }

  correct(correction: ItemCorrection): void {
    const { id: event, item, change, text = "", by, at } = correction;
    const entry = this.#board.get(item);
    if (entry === undefined) {
      this.#early.push(correction);
      return;
    }
    const moment = { event, at };
    if (change === "edit") this.#board.edit(entry, moment, text, by);
    else if (change === "reopen") {
      entry.isKept = true;
      this.#board.reopen(entry, moment, text, by);
    } else this.#board.close(entry, change === "done" ? "done" : "dropped", moment, text, by);
  }

  settle(): WorkItem[] {
    // A task list counts from its last change on, which may be after the correction of a task.
    for (const correction of this.#early.splice(0)) this.correct(correction);
    return this.#board.all().map((entry) => entry.settle());
  }

  #spotOf({ event, at }: Pick<Note, "event" | "at">, { session, turn, branch }: TurnNotes): Spot {
    return { event, at, session, turn, branch, thread: this.threads.get(turn) };
  }

  /** What a sentence does to the items before it. */
  #hear(note: SaidNote, spot: Spot): void {
    if (note.isPasted || note.isMidway) return;
    const { text, by, label } = note;
    if (by === "user") {
      this.#takeWords(text, spot);
      if (isComplaint(text)) this.#refuteLast(text, spot);
      endRules(this.#board, text, spot);
      this.#failures.ignore(text, spot);
      changeSetting(this.#board, note, spot, this.#heard);
      revertDecision(this.#board, note, spot, this.#heard, this.#lastTurn.get(spot.session));
      rename(this.#board, note, spot, this.#heard);
    }
    if (!mayReport(note)) return;
    this.#unblock(note, spot);
    // A doubtful report is enough for a step with the same words.
    if (this.#board.of(TO_DO).length > 0)
      this.#finish([...doneIn(text), ...(label === "done" ? [text] : [])], spot, by);
    for (const entry of this.#board.near(contentWords(text), STEPS, 1))
      if (isDoneInOtherForms(entry.now.about, text)) this.#board.close(entry, "done", spot, text, by);
    if (isPlanDone(text)) this.#finishAll(text, spot, by);
  }

  /** Closes the plan of the session, or the steps that were named last. */
  #finishAll(text: string, spot: Spot, by: ItemSpeaker): void {
    const open = this.#board.of(STEPS).filter(({ now, isRequest }) => !now.isQuestion && !isRequest);
    const planned = open.filter(({ now, first }) => isOfPlan(now) && first.session === spot.session);
    const named = open.filter(({ turn, now }) => turn !== spot.turn && !isOfPlan(now));
    const near = named.filter(({ first }) => isSameLine(first, spot));
    const last = (near.length > 0 ? near : named).toSorted((a, b) => b.first.at - a.first.at)[0];
    const meant = planned.length > 0 ? planned : named.filter(({ turn }) => turn === last?.turn);
    for (const entry of meant) this.#board.close(entry, "done", spot, text, by);
  }

  /** A plan that was rejected before is accepted after all. */
  #acceptPlan(title: string, spot: Spot): void {
    for (const entry of this.#board.of(["decision"]))
      if (title !== "" && entry.now.part === "plan" && entry.now.about === title)
        this.#board.close(entry, "superseded", spot, title, "user");
  }

  /**
   * A turn that changed files and reports its work has dealt with the problem that the person brought and with the plan
   * that it began with, unless it says what remains.
   */
  #report(turn: TurnNotes): void {
    const closing = turn.notes.filter(
      (note): note is Note & SaidNote => note.is === "said" && note.by === "agent" && isMeant(note),
    );
    const done = closing.find(({ label }) => label === "done");
    if (done === undefined || closing.some(({ label }) => label === "next" || label === "blocker")) return;
    const isBrought = ({ kind, now, first }: Entry) =>
      first.turn === turn.turn && (kind === "blocker" ? now.by === "user" : isOfPlan(now));
    for (const entry of this.#board.of(["blocker", "goal", "open"]))
      if (isBrought(entry)) {
        const isProblem = entry.kind === "blocker";
        this.#board.close(entry, isProblem ? "resolved" : "done", done, done.text, "agent");
        entry.isAnswered = isProblem;
      }
  }

  /** The person's next words answer the agent's questions. */
  #takeWords(text: string, spot: Spot): void {
    for (const entry of this.#board.of(["open"]))
      if (entry.now.isQuestion && entry.first.session === spot.session && entry.turn !== spot.turn)
        this.#board.close(entry, "resolved", spot, text, "user");
  }

  #put(item: NewItem, spot: Spot): void {
    if (item.decision !== undefined) {
      this.#decide(item, item.decision, spot);
      return;
    }
    const kinds = STEPS.includes(item.kind) ? STEPS : [item.kind];
    const same = this.#board.same(item, kinds);
    if (same !== undefined && item.isDoubtful) same.hint(item.said ?? "");
    else if (same === undefined) this.#board.begin(new Entry(item, spot));
    else this.#board.restate(same, item, spot);
  }

  /** A decision or rule says an earlier one again, takes its place, or stands beside it. */
  #decide(item: NewItem, decision: NonNullable<NewItem["decision"]>, spot: Spot): void {
    const held = this.#board.of(["decision", "rule"]);
    const { same, replaced } = judge(item, decision, held, spot.session);
    const made = replaced.map(decisionIn).reduce(succeed, decision);
    const said =
      made === decision ? item : { ...item, text: made.choice, about: made.choice, decision: made };
    for (const entry of replaced) {
      entry.mentions = this.#mentionsOf(entry, decision);
      this.#board.close(entry, "superseded", spot, item.text, item.by);
    }
    if (same === undefined) this.#board.begin(new Entry(said, spot));
    else this.#board.restate(same, said, spot);
    for (const entry of this.#board.of(["blocker"]))
      if (isSettledBy(entry.now.about, decision))
        this.#board.close(entry, "resolved", spot, item.text, item.by);
  }

  /** The sentences so far that name the old choice, and not the new one. */
  #mentionsOf(entry: Entry, made: Decision): string[] {
    const old = pickOf(decisionIn(entry).choice).toLowerCase();
    const name = pickOf(made.choice).toLowerCase();
    if (old === "" || old.split(" ").length > MAX_NAME_WORDS || holdsWords(made.choice, old)) return [];
    return this.#heard.flatMap(({ key, text }) =>
      holdsWords(text, old) && !holdsWords(text, name) ? [key] : [],
    );
  }

  /** Closes the steps and goals that a report of finished work covers. */
  #finish(deeds: readonly string[], spot: Spot, by: ItemSpeaker): void {
    for (const deed of deeds) {
      const words = contentWords(deed);
      for (const entry of this.#board.near(words, TO_DO, 1)) {
        const isEnough = words.size * 2 >= entry.words.size;
        if (isEnough && isDoneBy(entry.now.about, deed)) this.#board.close(entry, "done", spot, deed, by);
      }
    }
  }

  #unblock({ text, label, by }: SaidNote, spot: Spot): void {
    const blocked = this.#board.of(["blocker"]);
    if (blocked.length === 0) return;
    const resolved = [...resolutionsIn(text), ...(label === "unblocked" ? [text] : [])];
    const done = [...doneIn(text), ...(label === "done" ? [text] : [])];
    this.#clear(blocked, { resolved, done }, spot, text, by);
    if (!isUnblocked(text)) return;
    const near = blocked.filter((entry) => entry.isOpen && isSameLine(entry.first, spot));
    this.#clear(near, { resolved: [""], done: [] }, spot, text, by);
  }

  /** Closes the obstacles that somebody calls solved. */
  #clear(
    blocked: readonly Entry[],
    heard: Parameters<typeof resolutionsOf>[0],
    spot: Spot,
    text: string,
    by: ItemSpeaker,
  ): void {
    const cleared = resolutionsOf(
      heard,
      blocked.map(({ now }) => now.about),
    );
    for (const entry of blocked)
      if (entry.isOpen && cleared.has(entry.now.about)) this.#board.close(entry, "resolved", spot, text, by);
  }

  #check(note: CheckNote, spot: Spot): void {
    const { runner, scope, command, ok, error } = note;
    const text = error === "" ? command : `${command}: ${error}`;
    const failing = this.#board.of(["failing"]).filter(({ check }) => check?.runner === runner);
    const covered = failing.filter(({ check }) => covers(scope, check?.scope ?? ""));
    if (ok) {
      for (const entry of covered) {
        const since = this.#edits.filter(({ at }) => at >= entry.lastAt).flatMap(({ paths }) => paths);
        entry.fixedBy = [...new Set(since)].slice(-MAX_FIXED_BY);
        this.#board.close(entry, "resolved", spot, `${command} passes`, "tool");
      }
      for (const entry of this.#board.of(["blocker"]))
        if (isSameLine(entry.first, spot) && isNamedIn(`${command} ${scope}`, entry.now.about))
          this.#board.close(entry, "resolved", spot, `${command} passes`, "tool");
      this.#failures.pass(note, spot);
      return;
    }
    const item: NewItem = {
      kind: "failing",
      text,
      about: command,
      by: "tool",
      part: `${runner} ${scope}`,
      canFade: true,
    };
    const same = covered.find(({ check }) => check?.scope === scope);
    for (const entry of covered)
      if (entry !== same) this.#board.close(entry, "superseded", spot, text, "tool");
    if (same === undefined) {
      const entry = new Entry(item, spot);
      entry.check = { runner, scope };
      this.#board.begin(entry);
      this.#failures.seen(entry, spot);
    } else this.#board.restate(same, item, spot);
    const isTest = checkIn(command)?.kind === "test";
    for (const entry of this.#board.of(["status"])) {
      const claim = isSameLine(entry.first, spot) ? passingClaim(entry.now.text) : undefined;
      if (claim === "all" || (claim === "test" && isTest)) this.#refute(entry, spot, text, "tool");
    }
  }

  /** The person says that what the agent reported last does not work. */
  #refuteLast(text: string, spot: Spot): void {
    const last = this.#lastTurn.get(spot.session);
    const reported = this.#board
      .of(["status"])
      .filter((entry) => entry.turn === last && entry.now.by === "agent");
    const words = contentWords(text);
    const named = reported.filter((entry) => [...entry.words].some((word) => words.has(word)));
    const claims = reported.filter((entry) => claimsToWork(entry.now.text));
    const [only, ...others] = reported;
    // "It still fails" speaks of the only report; words of its own may speak of something else.
    const isVague = words.size <= MAX_VAGUE_WORDS && only !== undefined && others.length === 0;
    const meant = [named, claims].find((some) => some.length > 0);
    for (const entry of meant ?? (isVague ? [only] : [])) this.#refute(entry, spot, text, "user");
  }

  /** What a refuted report had closed is open again. */
  #refute(entry: Entry, spot: Spot, text: string, by: ItemSpeaker): void {
    this.#board.close(entry, "refuted", spot, text, by);
    const { event } = entry.first;
    for (const other of this.#board.all()) {
      const last = other.why.at(-1);
      const deeds = [...doneIn(entry.now.text), entry.now.text];
      if (
        (other.state === "done" || other.state === "resolved") &&
        last?.event === event &&
        deeds.includes(last.text)
      )
        this.#board.reopen(other, spot, text, by);
    }
  }

  /** The request of a turn that ended without a word. */
  #leaveRequest(turn: TurnNotes): void {
    const asked = turn.notes.find(
      (note): note is Note & SaidNote =>
        note.is === "said" &&
        note.by === "user" &&
        !note.isPasted &&
        note.label === "request" &&
        note.chance >= MIN_REQUEST_CHANCE &&
        !isContinuation(note.text),
    );
    if (asked === undefined) return;
    const { text, index } = asked;
    const item: NewItem = { kind: "open", text, about: text, by: "user", part: `${index}` };
    this.#board.begin(new Entry(item, this.#spotOf(asked, turn), true));
  }

  #fade(turn: TurnNotes, spot: Spot): void {
    const sentences = turn.notes.flatMap((note) =>
      note.is === "said" ? [note.text] : note.is === "commit" ? [note.subject] : [],
    );
    const spoken = sentences.map(contentWords);
    for (const entry of this.#board.of(FADING)) {
      const isMeantHere = entry.now.canFade && !entry.isKept && entry.turn !== turn.turn;
      if (!isMeantHere || !isSameLine(entry.first, spot)) continue;
      if (spoken.some((words) => isMentioned(entry.words, words))) entry.missed = 0;
      else if (++entry.missed >= MAX_MISSED)
        this.#board.close(entry, "stale", spot, `${MAX_MISSED} turns with edits did not mention it.`, "tool");
    }
  }
}

const MAX_NAME_WORDS = 2;
const MAX_VAGUE_WORDS = 3;

/** Whether a text has these words, and not only as a part of longer ones. */
function holdsWords(text: string, words: string): boolean {
  if (words === "") return false;
  const plain = (some: string) =>
    some
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return ` ${plain(text)} `.includes(` ${plain(words)} `);
}

const COMMIT_TYPE = /^\w{2,10}(?:\([^)]*\))?!?: /;
