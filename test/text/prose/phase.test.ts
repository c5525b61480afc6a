import { describe, expect, test } from "vitest";
import { type Phase, type PhaseStep, phaseOf } from "../../../src/text/prose/phase.js";

const read: PhaseStep = { action: "read", ok: true };
const edit: PhaseStep = { action: "edit", ok: true };
const tick: PhaseStep = { action: "plan", ok: true };
const proposal: PhaseStep = { action: "plan", ok: true, isProposal: true };
const run = (command: string, ok = true): PhaseStep => ({ action: "shell", command, ok });

describe("the phase of the work", () => {
  test.each<[string, PhaseStep[], Phase | undefined]>([
    ["nothing was done", [], undefined],
    ["only what says nothing", [{ action: "other", ok: true }, run("npm install")], undefined],
    ["reading and searching", [read, { action: "search", ok: true }, run("ls src")], "exploring"],
    ["a plan was shown after looking around", [read, read, read, read, proposal], "planning"],
    ["edits with looks between them", [read, edit, read, edit, read], "implementing"],
    ["edits while a list is ticked off", [edit, tick, edit, tick], "implementing"],
    ["a file written by the shell", [run("cat <<EOF > a.ts\nx\nEOF")], "implementing"],
    ["the tests after many edits", [edit, edit, edit, edit, edit, run("npm test")], "testing"],
    ["the next edit after tests that passed", [edit, edit, run("npm test"), edit], "implementing"],
    ["an edit after tests that failed", [edit, edit, run("npm test", false), read, edit], "fixing"],
    ["looking for why they failed", [edit, run("npm test", false), read, read, read, read, read], "fixing"],
    ["tests that pass again", [edit, run("npm test", false), edit, run("npm test")], "testing"],
    ["the diff is looked at", [edit, edit, run("git diff --stat"), run("git show HEAD")], "reviewing"],
    ["a commit", [edit, edit, edit, run("npm test"), run("git add -A && git commit -m done")], "committing"],
    ["a pull request", [edit, run("git push -u origin x"), run("gh pr create --fill")], "committing"],
  ])("%s", (_, steps, phase) => {
    expect(phaseOf(steps)).toBe(phase);
  });

  test("is of the turn asked about; what is broken was broken before it", () => {
    const steps = [edit, edit, run("npm test", false), edit];
    expect(phaseOf(steps, 3)).toBe("fixing");
    expect(phaseOf([edit, edit, edit, read], 3)).toBe("exploring");
  });
});
