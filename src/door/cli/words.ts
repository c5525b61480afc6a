/** Marks that all the words follow in one, as an agent hands them over that quotes what a person typed as a whole. */
const WORDS = "--words";

/** The arguments of the program, with what stands after `--words` taken apart. */
export function withWords(argv: readonly string[]): string[] {
  const at = argv.indexOf(WORDS);
  // Only at the end: further in, it is somebody's text.
  if (at < 0 || at < argv.length - 2) return [...argv];
  return [...argv.slice(0, at), ...wordsOf(argv[at + 1] ?? "")];
}

// Quotes count around a whole word or the value of an option; anywhere else they are letters, as in "don't".
const WORD = /(?<=^|\s)(?:(--[\w-]+=)?(?:"([^"]*)"|'([^']*)')(?=\s|$)|(\S+))/g;

function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].map(
    ([, option = "", double, single, plain]) => option + (double ?? single ?? plain ?? ""),
  );
}
