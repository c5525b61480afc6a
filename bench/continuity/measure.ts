import { composeFor } from "../../src/brief/answer.js";
import type { Weights } from "../../src/brief/choose/score.js";
import { readShell } from "../../src/text/shell/shell.js";
import { PROJECT, Replay } from "./replay.js";
import { ambiguousIn, type Score, scoreText } from "./score.js";
import { type Gold, type Line, readGold, readStream } from "./stream.js";

export interface Scored extends Score {
  readonly kind: string;
  readonly budget: number;
  readonly chars: number;
}

const BUDGETS = [500, 1_000];

/** Every question of a stream, answered and scored. */
export function measure(name: string, weights: Weights | undefined, show?: string): Scored[] {
  const golds = readGold(name);
  const ambiguous = ambiguousIn(golds.values());
  const ran = new Set<string>();
  const replay = new Replay();
  const scored: Scored[] = [];
  try {
    for (const line of readStream(name)) {
      if (line.t === "event") {
        replay.tell(line);
        noteCommand(ran, line);
        continue;
      }
      const gold = golds.get(line.case_id ?? "");
      if (gold === undefined) continue;
      for (const budget of BUDGETS) {
        const text = ask(replay, line, budget, weights);
        const score = scoreText(text, gold, ambiguous, ran);
        scored.push({ ...score, kind: line.kind ?? "", budget, chars: text.length });
        if (show === line.kind) print(line, budget, text, score, gold);
      }
    }
  } finally {
    replay.close();
  }
  return scored;
}

export function ask(replay: Replay, line: Line, budget: number | undefined, weights?: Weights): string {
  const asker = {
    project: PROJECT,
    session: line.session_id,
    source: line.source ?? "startup",
    now: Date.parse(line.ts),
    ...(line.git_branch ? { branch: line.git_branch } : {}),
    ...(line.prompt ? { prompt: line.prompt } : {}),
    ...(weights === undefined ? {} : { weights }),
  };
  return composeFor(replay.store(), asker, budget).text;
}

function noteCommand(ran: Set<string>, line: Line): void {
  if (line.tool_name !== "Bash") return;
  const { text, isTrivial } = readShell(String(Object(line.tool_input)["command"] ?? ""));
  if (!isTrivial) ran.add(text);
}

function print(line: Line, budget: number, text: string, score: Score, gold: Gold): void {
  const needed = [
    `needed files: ${gold.files.join(" ")}`,
    `commands: ${gold.cmds.join(" | ")}`,
    `names: ${gold.idents.join(" ")}`,
  ];
  console.log(
    [`===== ${line.case_id}@${budget} ${JSON.stringify(score)}`, text, "-----", ...needed].join("\n"),
  );
}
