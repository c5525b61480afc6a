import { clean, joinFitting, shorten } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import type { Situation } from "../situation.js";
import { line, origin, type Source } from "../source.js";

const WORDS = {
  en: { label: "Since then", mostIn: "most in" },
  fr: { label: "Depuis", mostIn: "surtout dans" },
};
const MAX_SUBJECT_CHARS = 72;
const MAX_PLACE_CHARS = 60;

/** The commits since the session described: "3 commits (subject; subject), most in src/x". */
export function gitChanges(changes: Situation["world"]["commits"], { language }: Phrases): Source[] {
  if (changes === undefined || changes.count === 0) return [];
  const { label, mostIn } = WORDS[language];
  const counted = changes.count === 1 ? "1 commit" : `${changes.count} commits`;
  const subjects = changes.subjects
    .map((subject) => shorten(clean(subject), MAX_SUBJECT_CHARS))
    .filter((subject) => subject !== "");
  const busiest = shorten(clean(busiestPlace(changes.files)), MAX_PLACE_CHARS);
  const place = busiest === "" ? "" : `, ${mostIn} ${busiest}`;
  const body = (room: number) => {
    const around = `${counted} ()${place}`.length;
    const listed = room - around < MIN_LIST_CHARS ? "" : joinFitting(subjects, "; ", room - around);
    const full = listed === "" ? counted + place : `${counted} (${listed})${place}`;
    return full.length <= room ? full : counted;
  };
  return [
    line({
      key: "commits",
      priority: 65,
      label,
      minimum: counted.length,
      ideal: Math.min(body(Number.POSITIVE_INFINITY).length, 260),
      because: "committed on this branch since that session",
      origins: [origin("git", [])],
      body,
    }),
  ];
}

const MIN_LIST_CHARS = 16;

/** The folder with most of the files, or the file itself if no two share one. */
function busiestPlace(files: readonly string[]): string {
  const folders = new Map<string, number>();
  for (const file of files) {
    const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
    if (folder !== "") folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const [folder, times] = [...folders].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
  return times > 1 ? folder : (files[0] ?? "");
}
