/**
 * A line that nobody typed: a quotation, code, a log, a stack trace, a difference, the frame of a terminal. Looked at
 * letter by letter where possible: every line is asked, and patterns take long to build.
 */
export function isPasted(raw: string): boolean {
  const line = raw.trimStart();
  if (line === "") return false;
  const first = line.charAt(0);
  if (FRAMES.includes(first)) return true;
  if ((raw.startsWith("    ") || raw.startsWith("\t")) && !LISTS.includes(first)) return true;
  if (first >= "0" && first <= "9") return TIME.test(line) || isPlace(line);
  if (first === "[" || first === "(") return TIME.test(line.slice(1)) || isLogged(line.slice(1));
  if (first === "$" || first === "%") return line.charAt(1) === " " && line.length > 2;
  return (
    isLogged(line) || isTraced(line) || isPlace(line) || DIFFERENCES.some((start) => raw.startsWith(start))
  );
}

/** The prompt of a shell: nothing but its output follows. */
export function isShellPrompt(raw: string): boolean {
  return raw.startsWith("➜ ") || (raw.includes("@") && /^\s*[\w.-]+@[\w.-]+\b.{0,80}[%$#>] /.test(raw));
}

function isLogged(line: string): boolean {
  const level = LEVELS.find((name) => line.startsWith(name));
  return level !== undefined && " :]\t".includes(line.charAt(level.length) || "x");
}

function isTraced(line: string): boolean {
  if (TRACES.some((start) => line.startsWith(start))) return true;
  return line.startsWith("at ") && /[:(]\d+(?::\d+)?\)?\s*$/.test(line);
}

/** `src/a.ts:12:5` at the start. */
function isPlace(line: string): boolean {
  const colon = line.indexOf(":");
  const next = line.charCodeAt(colon + 1);
  return colon > 0 && next >= 48 && next <= 57 && /^[\w./-]{1,200}:\d+:\d+/.test(line);
}

const FRAMES = ">|⏺⎿│├└╭╰─✻●";
const LISTS = "-*+•0123456789";
const TIME = /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d)/;
const LEVELS = ["ERROR", "WARNING", "WARN", "INFO", "DEBUG", "TRACE", "FATAL"];
const TRACES = [
  'File "',
  "Traceback (",
  "Caused by:",
  "goroutine ",
  "panic:",
  "npm ERR!",
  "npm error",
  "error[E",
  "error TS",
];
const DIFFERENCES = ["diff --git ", "@@ ", "+++ ", "--- a/", "--- b/", "--- /"];
