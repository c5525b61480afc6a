const ROOM = 20;

/** The lines of a text that fit a width; a word that is longer is cut. Never narrower than a few words. */
export function wrap(text: string, width: number): string[] {
  const room = Math.max(ROOM, width);
  const lines: string[] = [];
  let line = "";
  for (const word of text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((whole) => pieces(whole, room))) {
    if (line === "") line = word;
    else if (line.length + 1 + word.length <= room) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" && lines.length > 0 ? lines : [...lines, line];
}

function pieces(word: string, room: number): string[] {
  const characters = [...word];
  if (characters.length <= room) return [word];
  return Array.from({ length: Math.ceil(characters.length / room) }, (_, at) =>
    characters.slice(at * room, (at + 1) * room).join(""),
  );
}
