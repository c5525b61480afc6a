import { wordSet } from "./wording.js";

/** The names that an edit declares or tests, the most telling first. A method has the name of its class in front. */
export function symbolsInChange(change: string): string[] {
  if (!DECLARING.test(change)) return [];
  const strong = new Set<string>();
  const weak = new Set<string>();
  let owner: Owner | undefined;
  for (const raw of change.slice(0, MAX_CHANGE_CHARS).split("\n")) {
    const sign = raw.charCodeAt(0);
    const line = sign === 43 || sign === 45 ? raw.slice(1) : raw;
    const indent = line.search(/\S/);
    if (indent !== -1 && owner !== undefined && indent <= owner.indent && !/^\s*\{/.test(line))
      owner = undefined;
    const functions = functionsIn(line, owner?.name);
    for (const name of functions) strong.add(name);
    const declared = functions.length > 0 ? null : DECLARATION.exec(line);
    if (declared !== null) {
      const [, kind = "", name] = declared;
      // Prefer variables that hold a function.
      const isWeak = WEAK.has(kind) && !/=>|\bfunction\b/.test(line);
      add(isWeak ? weak : strong, name);
      if (OWNING.test(kind)) owner = { name: IMPLEMENTED.exec(line)?.[1] ?? name ?? "", indent };
    }
    addUncommon(line, strong, weak);
  }
  return [...strong, ...[...weak].filter((name) => !strong.has(name))].slice(0, MAX_SYMBOLS);
}

/** A class or a similar block, whose methods stand further to the right. */
interface Owner {
  readonly name: string;
  readonly indent: number;
}

/** The functions and methods that a line declares. */
function functionsIn(line: string, owner: string | undefined): string[] {
  const found = [...line.matchAll(FUNCTION)].flatMap(([, receiver, name]) =>
    qualified(name, receiver?.replace(/<.*|\[.*/, "").match(/[\w$]+$/)?.[0] ?? owner),
  );
  if (found.length === 0 && /[{)=]/.test(line) && !DECLARATION.test(line))
    found.push(...METHODS.flatMap((pattern) => qualified(pattern.exec(line)?.[1], owner)).slice(0, 1));
  return found;
}

function qualified(name: string | undefined, owner: string | undefined): string[] {
  if (name === undefined || KEYWORDS.has(name)) return [];
  return [owner === undefined ? name : `${owner}.${name}`];
}

const MAX_CHANGE_CHARS = 500;
const MAX_SYMBOLS = 6;
const NAME = "([A-Za-z_$][\\w$]{2,60})";
const MODIFIER =
  "export|default|declare|public|private|protected|internal|static|final|abstract|sealed|override|open|async|unsafe|extern|inline|data|readonly|pub(?:\\([a-z]+\\))?";

// A function keyword counts anywhere; the others are also words of prose and must begin their line.
const FUNCTION = new RegExp(
  `\\b(?:function\\*?|def[pn]?|fn|func|fun|proc|defmacro)\\s+(?:\\(([^)\\n]{0,80})\\)\\s*)?(?:self\\.)?${NAME}(?=\\s*(?:[(<[:{=!?]|$|do\\b)|\\.\\w)`,
  "g",
);
const DECLARATION = new RegExp(
  `^\\s*(?:(?:${MODIFIER})\\s+){0,4}(class|interface|type|enum(?: class)?|trait|struct|union|impl(?:<[^>\\n]{0,40}>)?|mod|module|namespace|sub|record|protocol|extension|object|actor|defmodule|static|const(?: enum)?|let|var|val)\\s+(?:mut\\s+)?${NAME}(?=\\s*(?:[({<=:;,?]|$|extends\\b|implements\\b|struct\\b|interface\\b|for\\b|where\\b|[\\w.*[\\]]{1,40}\\s*(?:=|$)))`,
);
const ARGUMENTS = "\\([^)\\n]{0,200}\\)";
const NO_STATEMENT =
  "(?!(?:if|for|while|until|unless|switch|match|case|return|else|elif|guard|defer|go|new|throw|await|yield|do|try|catch|with|using|lock)\\b)";
const METHODS = [
  // total(items): number {
  new RegExp(
    `^\\s*(?:(?:${MODIFIER}|get|set)\\s+){0,4}${NO_STATEMENT}(?:[\\w<>[\\],.?*&:]{1,60}\\s+)?[*&#]?${NAME}\\s*(?:<[^>\\n]{1,60}>)?\\s*(?:${ARGUMENTS}|\\([^{}\\n]{0,200}\\))\\s*(?::[^={\\n]{1,80}|const|noexcept|override|throws [\\w, ]{1,60})?\\s*\\{(?:\\s*|[^{}\\n]{0,200}\\}\\s*)$`,
  ),
  // public int Twice(int n) => n * 2; and the same with the brace on the next line
  new RegExp(
    `^\\s*(?:public|private|protected|internal)\\s+(?:(?:${MODIFIER}|virtual|synchronized)\\s+){0,3}[\\w<>[\\],.?]{1,60}\\s+${NAME}\\s*(?:<[^>\\n]{1,60}>)?\\s*${ARGUMENTS}\\s*(?:=>[^\\n]{1,200})?$`,
  ),
  // handle = async (event) => { and add = lambda a, b: a + b
  new RegExp(
    `^\\s*(?:(?:${MODIFIER})\\s+){0,4}#?${NAME}\\s*(?::[^=\\n]{1,80})?=\\s*(?:lambda\\b|(?:async\\s*)?(?:function\\b|(?:<[^>\\n]{1,40}>)?${ARGUMENTS}\\s*(?::[^=\\n]{1,60})?=>|\\w{1,40}\\s*=>))`,
  ),
];
const OWNING =
  /^(?:class|interface|trait|struct|enum|impl|mod|module|namespace|record|protocol|extension|object|actor|defmodule)/;
// The type after "for": impl Display for Cart.
const IMPLEMENTED = /^\s*impl\b[^\n]{0,80}?\sfor\s+([\w$]{3,60})/;
const TABLE =
  /^\s*CREATE (?:OR REPLACE )?(?:TABLE|VIEW|FUNCTION|TRIGGER|INDEX) (?:IF NOT EXISTS )?["`]?([a-z_][\w.]{2,60})/i;
const TEST =
  /^\s*(?:it|test|describe|context|specify|scenario|t\.Run|Deno\.test|@test)(?:\.\w{1,12})*\s*(?:\(|(?=["']))\s*(?:"([^"\n]{3,80})"|'([^'\n]{3,80})'|`([^`\n]{3,80})`)/;
const OPTION = /["'`](?:-\w,? (?=--))?(--[a-z][a-z\d]*(?:-[a-z\d]+)*)(?=["'`=\s<[])/g;
// Other lines only pass an option on.
const OPTION_LINE = /option|argument|flag|\barg\b|usage|case\b|param/i;
// Option libraries that take the name without its dashes.
const GO_OPTION =
  /\b[Ff]lag\w*(?:\(\))?\.(?:\w*(?:Bool|String|Int|Uint|Float|Duration|Count)\w*)\((?:&?[\w.]{1,60},\s*)?"([a-z][\w-]{1,40})"|\blong\s*=\s*"([a-z][\w-]{1,40})"/;

// Most changes declare nothing and stop here.
const DECLARING =
  /\b(?:function|class|interface|type|enum|trait|struct|union|impl|mod|module|namespace|def|defp|defn|defmodule|defmacro|fn|func|fun|sub|proc|record|protocol|extension|object|actor|const|let|var|val|static|it|test|describe|context|specify|scenario|Run|CREATE|create|long)\b|["'`](?:-\w,? )?--[a-z]|[Ff]lag|\)[^{\n]{0,90}\{|=>|\blambda\b|\b(?:public|private|protected|internal)\b/m;
const KEYWORDS = wordSet(
  "func fn fun defer describe beforeEach afterEach beforeAll afterAll if for while switch catch return function constructor else void int char long short float double bool boolean string auto unsigned signed async final readonly inline struct class new await throw elif except with using lock",
);
const WEAK = new Set(["const", "let", "var", "val", "static"]);

/** Adds tests, options and tables, after a cheap check because they are rare. */
function addUncommon(line: string, strong: Set<string>, weak: Set<string>): void {
  if (/["'`]/.test(line)) {
    const test = TEST.exec(line);
    if (test !== null) weak.add(`"${test[1] ?? test[2] ?? test[3]}"`);
    if (line.includes("--") && OPTION_LINE.test(line))
      for (const match of line.matchAll(OPTION)) add(strong, match[1]);
    if (line.includes("lag") || line.includes("long")) {
      const option = GO_OPTION.exec(line);
      if (option !== null) strong.add(`--${option[1] ?? option[2]}`);
    }
  }
  if (line.includes("CREATE ") || line.includes("create ")) add(strong, TABLE.exec(line)?.[1]);
}

function add(names: Set<string>, name: string | undefined): boolean {
  if (name === undefined || KEYWORDS.has(name)) return false;
  names.add(name);
  return true;
}
