/** What a part of a memory's score means; nothing for a part nobody described. */
export function partInWords(name: string): string {
  return MEANING.get(name) ?? "";
}

/** By the name of the part. */
export const MEANING: ReadonlyMap<string, string> = new Map([
  ["words", "the asked words it has, against the best found"],
  ["share", "how much of the question it says"],
  ["before", "what was said just before it"],
  ["after", "what was said just after it"],
  ["before2", "what was said shortly before it"],
  ["after2", "what was said shortly after it"],
  ["session", "what its session speaks of"],
  ["sessionBest", "the same, against the best session"],
  ["author", "written on the device that was named"],
  ["otherAuthor", "written on another device than was named"],
  ["pairs", "asked words that stand side by side"],
  ["isQuestion", "is a question itself"],
  ["length", "its length"],
  ["whenTime", "names a time, and one was asked for"],
  ["countNumber", "names a number, and one was asked for"],
  ["askedTime", "is of the time that was asked for"],
  ["answers", "follows such a question"],
  ["like", "says the question in its own or like words"],
  ["likeBest", "the same, against the best found"],
  ["likeAround", "the same, of what stands around it"],
  ["near", "how near it is in meaning"],
  ["nearAround", "the same, of what stands around it"],
  ["recent", "how new it is"],
  ["kind", "what kind of memory it is, and was asked for"],
  ["focus", "is about what is in focus"],
  ["rating", "how it was rated"],
  ["branch", "is of the present branch"],
  ["superseded", "something took its place"],
  ["turn", "is what was asked for, and so stands before the words of its turn"],
]);
