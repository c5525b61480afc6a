import { fstatSync } from "node:fs";
import { text } from "node:stream/consumers";
import { TidemarkError } from "../../error.js";

/** Far more than any model reads at once. */
const LONGEST = 4_000_000;

/** The one question of a run in a script: what was given, what is piped in, or both. Undefined in a terminal. */
export async function questionFrom(given: string | undefined): Promise<string | undefined> {
  if (given === undefined && process.stdin.isTTY === true) return undefined;
  const piped = given === undefined || isPiped() ? await readPiped() : "";
  const question = [given ?? "", piped]
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n");
  if (question !== "") return question;
  throw new TidemarkError("bad-argument", "There is nothing to ask.", {
    hint: 'In a terminal: tidemark chat. In a script: tidemark chat --print "Where were we?"',
  });
}

/** Whatever else standard input may be, nobody would end it. */
function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile();
  } catch {
    return false; // It is closed.
  }
}

async function readPiped(): Promise<string> {
  const piped = await text(process.stdin);
  if (piped.length <= LONGEST) return piped;
  throw new TidemarkError("bad-argument", "That is more than any model reads at once.", {
    hint: "Pipe in a part of it.",
  });
}
