// One pattern for the languages people work in: the keyword that declares something, then its name.
const DECLARES =
  /\b(?:function\*?|class|interface|type|enum|trait|struct|impl|mod|module|namespace|def|fn|func|fun|sub|proc|record|protocol|extension|const|let|var|val|static)\s+(?:\([^)\n]{0,80}\)\s*)?(?:mut\s+)?([A-Za-z_$][\w$]{2,60})/g;
const METHOD =
  /^\s*(?:(?:public|private|protected|static|async|override|export|readonly|get|set)\s+)*([A-Za-z_$][\w$]{2,60})\s*\([^)\n]{0,200}\)\s*(?::[^={\n]{1,80})?\{\s*$/;
const TEST_NAME = /\b(?:it|test|describe)\s*\(\s*(["'`])([^"'`\n]{3,80})\1/;
const MOST = 500;
// Most changes declare nothing: one look spares them the rest.
const DECLARING =
  /\b(?:function|class|interface|type|enum|trait|struct|impl|mod|module|namespace|def|fn|func|fun|sub|proc|record|protocol|extension|const|let|var|val|static|it|test|describe)\b|\)[^{\n]{0,90}\{\s*$/m;
const KEYWORDS = new Set([
  "if",
  "for",
  "while",
  "switch",
  "catch",
  "return",
  "function",
  "constructor",
  "else",
]);
const WEAK = /\b(?:const|let|var|val)\s/;

/** Names that the changed lines of an edit declare or test, the most telling first. */
export function symbolsInChange(change: string): string[] {
  if (!DECLARING.test(change)) return [];
  const strong = new Set<string>();
  const weak = new Set<string>();
  for (const raw of change.slice(0, MOST).split("\n")) {
    const line = raw.replace(/^[+-]/, "");
    for (const match of line.matchAll(DECLARES)) {
      const name = match[1];
      if (name === undefined || KEYWORDS.has(name)) continue;
      // A variable is only worth naming when it holds a function or starts the line of a module.
      (WEAK.test(match[0]) && !/=>|function/.test(line) ? weak : strong).add(name);
    }
    const method = METHOD.exec(line)?.[1];
    if (method !== undefined && !KEYWORDS.has(method)) strong.add(method);
    const test = TEST_NAME.exec(line)?.[2];
    if (test !== undefined) weak.add(`"${test}"`);
  }
  return [...strong, ...[...weak].filter((name) => !strong.has(name))].slice(0, 6);
}
