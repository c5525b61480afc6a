import type { Gold } from "./stream.js";

/** How well a text told what came: the recalls, and the share of what it named that was named again. */
export interface Score {
  readonly score: number;
  readonly precision: number;
  readonly file?: number;
  readonly command?: number;
  readonly name?: number;
  readonly task?: number;
  readonly commandPrecision?: number;
  /** Of what the agent's own summary lacks, the part that was said. */
  readonly residual?: number;
}

const ENDING =
  "(?:go|ts|tsx|js|jsx|mjs|cjs|py|rs|md|json|jsonl|ya?ml|toml|sh|bash|sql|css|html|txt|mod|php|java|kt|swift|c|h|cpp|rb|lock|proto|tf|env|cfg|ini|xml|vue|svelte)";
const PATH = new RegExp(
  `(?<![\\w/.-])((?:[\\w@.+-]+/)+[\\w@.+-]+\\.${ENDING}|[\\w@+-][\\w@.+-]*\\.${ENDING})(?![\\w/])`,
  "g",
);
const TOKEN =
  /(?<![\w/.])(?:--[a-z][a-z0-9]+(?:-[a-z0-9]+)+|[A-Za-z_$][A-Za-z0-9_$]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*|[a-z0-9]+(?:[-/][a-z0-9]+)+|#\d{2,6})(?!\w)/g;

export function scoreText(
  text: string,
  gold: Gold,
  ambiguous: ReadonlySet<string>,
  ran: Iterable<string>,
): Score {
  const flat = text.replace(/\s+/g, " ");
  const saysFile = (path: string) => {
    const [name = "", folder] = path.split("/").reverse();
    if (!ambiguous.has(name) && name.length >= 5) return text.includes(name);
    return text.includes(folder === undefined ? name : `${folder}/${name}`);
  };
  const parts = {
    ...recall("file", gold.files, saysFile),
    ...recall("name", gold.idents, (name) => hasWord(text, name)),
    ...recall("command", gold.cmds, (command) => flat.includes(command)),
    ...recall("task", gold.todo_open, (task) => saysTask(text, task)),
  };
  const values = Object.values(parts);
  const future = `${gold.future_text} ${gold.files_all.join(" ")}`;
  const named = entities(text, ambiguous);
  const said = [...ran].filter((command) => command.length > 5 && flat.includes(command));
  const whole = said.filter((command) => !said.some((other) => other !== command && other.includes(command)));
  return {
    ...parts,
    score: mean(values),
    ...residual(gold, saysFile, text, flat),
    precision: mean(named.map((entity) => (future.includes(entity) ? 1 : 0))),
    ...(whole.length === 0
      ? {}
      : { commandPrecision: mean(whole.map((command) => (gold.cmds.includes(command) ? 1 : 0))) }),
  };
}

const SUMMARY = 500;

function residual(
  gold: Gold,
  saysFile: (path: string) => boolean,
  text: string,
  flat: string,
): { residual?: number } {
  const summary = gold.compact_summary ?? "";
  if (summary.length <= SUMMARY) return {};
  const flatSummary = summary.replace(/\s+/g, " ");
  const lacking = [
    ...gold.files.filter((path) => !summary.includes(path.split("/").at(-1) ?? "")).map(saysFile),
    ...gold.idents.filter((name) => !hasWord(summary, name)).map((name) => hasWord(text, name)),
    ...gold.cmds.filter((command) => !flatSummary.includes(command)).map((command) => flat.includes(command)),
  ];
  return lacking.length === 0 ? {} : { residual: mean(lacking.map((isSaid) => (isSaid ? 1 : 0))) };
}

/** Base names that stand for more than one file. */
export function ambiguousIn(golds: Iterable<Gold>): Set<string> {
  const paths = new Map<string, Set<string>>();
  for (const gold of golds)
    for (const path of gold.files_all) {
      const name = path.split("/").at(-1) ?? "";
      paths.set(name, (paths.get(name) ?? new Set()).add(path));
    }
  return new Set([...paths].filter(([, all]) => all.size > 1).map(([name]) => name));
}

function recall<K extends string>(
  kind: K,
  needed: readonly string[],
  isSaid: (item: string) => boolean,
): { [P in K]?: number } {
  if (needed.length === 0) return {};
  return { [kind]: mean(needed.map((item) => (isSaid(item) ? 1 : 0))) } as { [P in K]?: number };
}

function entities(text: string, ambiguous: ReadonlySet<string>): string[] {
  const named = new Set<string>();
  for (const [path] of text.matchAll(PATH)) {
    const parts = path.split("/");
    const name = parts.at(-1) ?? "";
    named.add(ambiguous.has(name) ? parts.slice(-2).join("/") : name);
  }
  for (const [token] of text.matchAll(TOKEN)) if (looksLikeCode(token)) named.add(token);
  return [...named].filter((entity) => entity.length > 3);
}

function looksLikeCode(token: string): boolean {
  if (token.length < 5) return /^#\d{2,6}$/.test(token);
  if (token.startsWith("--") || token.startsWith("#")) return true;
  if (/[a-z][A-Z]/.test(token) || token.replace(/^_+|_+$/g, "").includes("_") || /[A-Z]{2,}[a-z]/.test(token))
    return true;
  if (/[a-z0-9][-/][a-z0-9]/.test(token) && token.length >= 8 && /[-/].*[-/]|\//.test(token)) return true;
  if (/[A-Za-z]\.[A-Za-z]/.test(token) && !/\.(?:com|org|io|net|g|e)$/.test(token)) return true;
  return /[a-z]\d|\d[a-z]/.test(token) && !/^[0-9a-f-]{20,}$/.test(token);
}

function saysTask(text: string, task: string): boolean {
  const wanted = tokens(task);
  return text
    .split(/[\n;|]/)
    .map(tokens)
    .some(
      (line) => line.size > 0 && [...wanted].filter((word) => line.has(word)).length >= 0.75 * wanted.size,
    );
}

function tokens(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []);
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/\w/.test(text[at - 1] ?? "") && !/\w/.test(text[at + word.length] ?? "")) return true;
  }
  return false;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
