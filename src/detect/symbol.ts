const MOST = 500;
const MOST_NAMES = 6;
const NAME = "([A-Za-z_$][\\w$]{2,60})";
const MODIFIER =
  "export|default|declare|public|private|protected|internal|static|final|abstract|sealed|override|open|async|unsafe|extern|inline|data|readonly|pub(?:\\([a-z]+\\))?";

// Where somebody writes a function, they mean one; the other keywords are also words of prose and must begin their line.
const FUNCTION = new RegExp(
  `\\b(?:function\\*?|def[pn]?|fn|func|fun|proc|defmacro)\\s+(?:\\([^)\\n]{0,80}\\)\\s*)?(?:self\\.)?${NAME}(?=\\s*(?:[(<[:{=!?]|$|do\\b)|\\.\\w)`,
  "g",
);
const DECLARATION = new RegExp(
  `^\\s*(?:(?:${MODIFIER})\\s+){0,4}(class|interface|type|enum(?: class)?|trait|struct|union|impl(?:<[^>\\n]{0,40}>)?|mod|module|namespace|sub|record|protocol|extension|object|actor|defmodule|static|const(?: enum)?|let|var|val)\\s+(?:mut\\s+)?${NAME}(?=\\s*(?:[({<=:;,?]|$|extends\\b|implements\\b|struct\\b|interface\\b|for\\b|where\\b|[\\w.*[\\]]{1,40}\\s*(?:=|$)))`,
);
const METHOD = new RegExp(
  `^\\s*(?:(?:${MODIFIER}|get|set)\\s+){0,4}(?!(?:if|for|while|until|unless|switch|match|case|return|else|elif|guard|defer|go|new|throw|await|yield|do|try)\\b)(?:[\\w<>[\\],.?*&:]{1,60}\\s+[*&]?)?${NAME}\\s*\\([^)\\n]{0,200}\\)\\s*(?::[^={\\n]{1,80}|const|noexcept|override|throws [\\w, ]{1,60})?\\s*\\{\\s*$`,
);
const TABLE =
  /^\s*CREATE (?:OR REPLACE )?(?:TABLE|VIEW|FUNCTION|TRIGGER|INDEX) (?:IF NOT EXISTS )?["`]?([a-z_][\w.]{2,60})/i;
const TEST =
  /^\s*(?:it|test|describe|context|specify|scenario|t\.Run|Deno\.test|@test)(?:\.\w{1,12})*\s*(?:\(|(?=["']))\s*(?:"([^"\n]{3,80})"|'([^'\n]{3,80})'|`([^`\n]{3,80})`)/;
const OPTION = /["'`](?:-\w,? (?=--))?(--[a-z][a-z\d]*(?:-[a-z\d]+)*)(?=["'`=\s<[])/g;
// An option that is only passed on is not declared.
const OPTION_LINE = /option|argument|flag|\barg\b|usage|case\b|param/i;
// Option libraries that are given the name without its dashes.
const GO_OPTION =
  /\b[Ff]lag\w*(?:\(\))?\.(?:\w*(?:Bool|String|Int|Uint|Float|Duration|Count)\w*)\((?:&?[\w.]{1,60},\s*)?"([a-z][\w-]{1,40})"|\blong\s*=\s*"([a-z][\w-]{1,40})"/;

// Most changes declare nothing: one look spares them the rest.
const DECLARING =
  /\b(?:function|class|interface|type|enum|trait|struct|union|impl|mod|module|namespace|def|defp|defn|defmodule|defmacro|fn|func|fun|sub|proc|record|protocol|extension|object|actor|const|let|var|val|static|it|test|describe|context|specify|scenario|Run|CREATE|create|long)\b|["'`](?:-\w,? )?--[a-z]|[Ff]lag|\)[^{\n]{0,90}\{\s*$/m;
const KEYWORDS = new Set(
  "func fn fun defer describe beforeEach afterEach beforeAll afterAll if for while switch catch return function constructor else void int char long short float double bool boolean string auto unsigned signed async final readonly inline struct class new await throw elif except with using lock".split(
    " ",
  ),
);
const WEAK = new Set(["const", "let", "var", "val", "static"]);

/** Names that the changed lines of an edit declare or test, the most telling first. */
export function symbolsInChange(change: string): string[] {
  if (!DECLARING.test(change)) return [];
  const strong = new Set<string>();
  const weak = new Set<string>();
  for (const raw of change.slice(0, MOST).split("\n")) {
    const sign = raw.charCodeAt(0);
    const line = sign === 43 || sign === 45 ? raw.slice(1) : raw;
    let isNamed = false;
    for (const match of line.matchAll(FUNCTION)) isNamed = add(strong, match[1]) || isNamed;
    const declared = isNamed ? null : DECLARATION.exec(line);
    if (declared !== null) {
      // A variable is only worth naming when it holds a function or starts the line of a module.
      const isWeak = WEAK.has(declared[1] ?? "") && !/=>|\bfunction\b/.test(line);
      add(isWeak ? weak : strong, declared[2]);
    } else if (!isNamed && line.includes("{")) add(strong, METHOD.exec(line)?.[1]);
    addUncommon(line, strong, weak);
  }
  return [...strong, ...[...weak].filter((name) => !strong.has(name))].slice(0, MOST_NAMES);
}

/** Tests, options and tables: seldom there, and easily seen not to be. */
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
