import type { TurnNotes } from "../../model/fold/session/note.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { clean, shorten } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import type { Language } from "../../text/words/language.js";
import type { Situation } from "../situation.js";
import { origin, type Source } from "../source.js";

const MAX_COMMAND_CHARS = 80;

/** The last session was rolled back. Without a word of it, the next one would do the same again. */
export function rolledBack({ about, kind }: Situation, phrases: Phrases): Source[] {
  if (about?.restored === undefined || kind === "compact") return [];
  const command = shorten(clean(about.restored.command ?? ""), MAX_COMMAND_CHARS);
  const words = WORDS[phrases.language];
  const text = command === "" ? words.files : words.before(command);
  return [
    {
      key: "rolled-back",
      priority: 97,
      minimum: text.length,
      ideal: text.length,
      because: "files went back to a checkpoint after the last request",
      origins: [origin("user", ["checkpoint.restored"], about)],
      render: (room) => (text.length <= room ? text : ""),
    },
  ];
}

/** The notes without the requests that a rollback of this session undid: they would be an invitation. */
export function withoutUndone(
  turns: readonly TurnNotes[],
  about: SessionState | undefined,
): readonly TurnNotes[] {
  const { restored, session } = about ?? {};
  if (restored === undefined) return turns;
  const { made, at } = restored;
  // The command ran in the turn that was open then.
  const during = turns.find((turn) => turn.session === session && turn.at <= made);
  const isUndone = (turn: TurnNotes) =>
    turn.session === session &&
    turn.at < at &&
    (turn.at > made || (restored.command !== undefined && turn === during));
  return turns.map((turn) =>
    isUndone(turn)
      ? { ...turn, notes: turn.notes.filter((note) => note.is !== "said" || note.by !== "user") }
      : turn,
  );
}

const WORDS: { readonly [L in Language]: { readonly files: string; before(command: string): string } } = {
  en: {
    files: "Rolled back: files are as they were at an earlier checkpoint",
    before: (command) => `Rolled back to just before \`${command}\`; do not repeat it`,
  },
  fr: {
    files: "Retour en arrière : les fichiers sont ceux d'un point de reprise antérieur",
    before: (command) => `Retour juste avant \`${command}\` ; ne pas le refaire`,
  },
};
