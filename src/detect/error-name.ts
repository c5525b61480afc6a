import { stripAnsi } from "../ansi.js";

/** What an error text names: places in the code first, then the symbols at fault, then codes and classes of errors. */
export function namesInError(output: string): string[] {
  const text = stripAnsi(
    output.length <= 2 * PART ? output : `${output.slice(0, PART)}\n${output.slice(-PART)}`,
  );
  if (!ERRONEOUS.test(text)) return [];
  const places = placesIn(text).slice(0, MOST_PLACES);
  const symbols = matches(text, SYMBOLS)
    .filter((name) => !COMMON.has(name))
    .slice(0, MOST_SYMBOLS);
  const kinds = matches(text, [CODE, CLASS]).filter((name) => !COMMON.has(name));
  return [...new Set([...places, ...symbols, ...kinds])].slice(0, MOST);
}

const PART = 4_000;
const MOST = 6;
const MOST_PLACES = 3;
const MOST_SYMBOLS = 3;

/** `src/a.ts:12`: of the project, not of what it depends on. */
function placesIn(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(PLACE)) {
    const [, path, line, python, pythonLine] = match;
    const file = (path ?? python ?? "").replace(/^\.\//, "").replace(/^file:\/\//, "");
    if (file !== "" && !FOREIGN.test(file)) found.add(`${file}:${line ?? pythonLine}`);
  }
  return [...found];
}

function matches(text: string, patterns: readonly RegExp[]): string[] {
  const found = new Set<string>();
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const name = match.slice(1).find((group) => group !== undefined) ?? match[0];
      if (name.length <= LONGEST) found.add(name);
    }
  return [...found];
}

const LONGEST = 80;
const ERRONEOUS =
  /error|exception|panic|fail|cannot|can't|undefined|undeclared|unresolved|not found|traceback|fatal|assert|unknown|no such|denied|refused|missing|never used|not used/i;

const EXTENSION =
  "(?:[cm]?[jt]sx?|py|go|rs|java|kts?|rb|php|cs|cc?|cpp|hpp?|m|mm|swift|scala|exs?|erl|hs|ml|lua|sh|sql|vue|svelte|css|scss|html?|ya?ml|json|toml|md|tf|zig|dart)";
const PLACE = new RegExp(
  `(?<![\\w/.@-])((?:file://)?[\\w@.~+/\\\\-]{1,200}\\.${EXTENSION})(?::|\\(| on line |, line )(\\d{1,6})(?!\\d)|File "([^"\\n]{1,200})", line (\\d{1,6})`,
  "g",
);
const FOREIGN =
  /node_modules|site-packages|dist-packages|node:|\/usr\/|\/rustc\/|\.cargo\/|\/pkg\/mod\/|\/vendor\/|\/go\/src\/|\/internal\/|<|\.\.\/\.\.\/\.\.\/|^\/?(?:lib|opt)\/python/;

const CODE =
  /(?<![\w-])(?:TS\d{4,5}|CS\d{4}|E\d{4}(?=\])|(?:ERR(?!_PNPM)|SQLITE)_[A-Z_]{3,50}|E(?:NOENT|ACCES|ADDRINUSE|CONNREFUSED|CONNRESET|PERM|XIST|TIMEDOUT|NOTFOUND|ISDIR|NOTDIR|MFILE|PIPE|BUSY|INVAL|RESOLVE|INTEGRITY|NOTEMPTY)|ORA-\d{5}|P[12]\d{3}(?=:))(?![\w-])/g;
const CLASS = /(?<![\w/-])(?:[A-Za-z_][\w]*\.)*((?!Test)[A-Z]\w{2,60}(?:Error|Exception))(?!\w)/g;
// Names that say nothing by themselves.
const COMMON = new Set([
  "undefined",
  "null",
  "default",
  "string",
  "number",
  "this",
  "self",
  "any",
  "never",
  "boolean",
  "object",
  "Error",
  "Exception",
]);

const NAME = "[\\w$.@/:-]{2,80}";
const QUOTED = `['"\`‘“](${NAME})['"\`’”]`;
// The wordings of compilers, interpreters and databases, each with the name at fault as its group.
const SYMBOLS = [
  `(?:[Cc]annot find|[Cc]ould not find|[Uu]nable to resolve|can't find) (?:name|module|value|type|function|macro|package|symbol|crate|trait|attribute|struct|method|variable)?s?,?\\s*(?:\\w+ )?${QUOTED}`,
  `(?:Property|property|member|method|field|attribute|export|argument|column|relation|table|function|type|option|name|label|key|identifier|variable|import|module)s? (?:named |called |with name )?${QUOTED}`,
  `(?:undefined method|undefined local variable or method|uninitialized constant|undefined reference to|unresolved import|use of undeclared identifier|unexpected keyword argument|missing field|no such column|unknown field) ?:? ?['"\`‘]?(${NAME.replace("{2,80}", "{2,60}")})`,
  `${QUOTED} (?:is not defined|is not a function|is not assignable|was not declared|is declared but|is defined but|is assigned a value|does not exist|not found|has no (?:member|exported member|attribute))`,
  `(?<![\\w.])([A-Za-z_$][\\w$.]{1,60}) is not (?:defined|a function|a constructor|iterable)`,
  `(?:has no attribute|has no exported member|has no member|No module named|cannot import name|reading|setting) ${QUOTED}`,
  `(?:undefined|declared and not used|undeclared name): (${NAME})`,
  `(?:no such table|no such column|KeyError): ['"]?(${NAME})['"]?(?!\\w)`,
  `(?:^|: )([\\w.-]{2,40}): command not found`,
  `(?:unknown|unrecognized|unexpected|invalid) (?:option|flag|argument)s?:? ?['"\`]?(--?[a-z][\\w-]{1,40})`,
].map((source) => new RegExp(source, "gm"));
