import type { PlanChange } from "../../capture/signal.js";
import type { PlanStatus } from "../../event/turn.js";

const LONGEST = 8_000;
const MOST = 60;

// On one line, with single blanks. A quote inside of a text is written twice: that is two texts, one right behind the other.
const STATEMENT = /(?:'[^']*'|[^;'])+/g;
const ROW = /\((?:'[^']*'|[^')])*\)/g;
const FIELD = /(?:'[^']*'|[^,'])+/g;
const TEXT = /(?:'[^']*')+/g;
const INSERT = /^ ?INSERT (?:OR \w+ )?INTO todos ?\(([^)]*)\) ?VALUES ?(\(.*)$/i;
const UPDATE = /^ ?UPDATE todos SET (.*?) WHERE id ?(?:=|IN\b)(.*)$/i;

/**
 * Copilot CLI keeps its plan in a table of its own, `todos`, that the model writes with SQL. Undefined for whatever is
 * neither a plain INSERT into it nor an UPDATE of rows named by their ids.
 */
export function readTodoQuery(query: string): PlanChange | undefined {
  if (query.length > LONGEST || !/\btodos\b/i.test(query)) return undefined;
  const statements = query.replace(/\s+/g, " ").match(STATEMENT) ?? [];
  const changes = statements.slice(0, MOST).flatMap((one) => readInsert(one) ?? readUpdate(one) ?? []);
  const [first] = changes;
  if (first === undefined) return undefined;
  const items = changes.filter(({ mode }) => mode === first.mode).flatMap((change) => change.items);
  return { mode: first.mode, items: items.slice(0, MOST) };
}

/** A list in Markdown: `- [x] measured`. */
export function readChecklist(text: string): PlanChange | undefined {
  const items = [...text.slice(0, LONGEST).matchAll(/^\s*[-*] \[([ x~-])\] (.+)$/gim)].map(
    ([, mark = "", item = ""]) => ({ text: item.trim(), status: MARK[mark.toLowerCase()] ?? "open" }),
  );
  return items.length === 0 ? undefined : { mode: "whole", items: items.slice(0, MOST) };
}

type Items = Extract<PlanChange, { mode: "whole" | "add" | "change" }>;

const MARK: { readonly [mark: string]: PlanStatus } = { x: "done", "~": "doing", "-": "dropped" };
const STATUS: { readonly [word: string]: PlanStatus } = {
  pending: "open",
  blocked: "open",
  in_progress: "doing",
  done: "done",
};

function readInsert(statement: string): Items | undefined {
  const [, columns, values] = INSERT.exec(statement) ?? [];
  if (columns === undefined || values === undefined) return undefined;
  const names = columns.split(",").map((name) => name.replace(/["`[\] ]/g, "").toLowerCase());
  const items = (values.match(ROW) ?? []).flatMap((row) => {
    const fields = row.slice(1, -1).match(FIELD) ?? [];
    const under = (name: string) => textIn(fields[names.indexOf(name)]);
    const key = under("id");
    const text = under("title") ?? under("description");
    if (text === undefined) return [];
    return [{ ...(key === undefined ? {} : { key }), text, status: statusIn(under("status")) ?? "open" }];
  });
  return items.length === 0 ? undefined : { mode: "add", items };
}

function readUpdate(statement: string): Items | undefined {
  const [, changes, where] = UPDATE.exec(statement) ?? [];
  if (changes === undefined || where === undefined) return undefined;
  const status = statusIn(textIn(/\bstatus ?= ?('\w{1,20}')/i.exec(changes)?.[1]));
  const text = textIn(/\btitle ?= ?((?:'[^']*')+)/i.exec(changes)?.[1]);
  if (status === undefined && text === undefined) return undefined;
  const change = { ...(text === undefined ? {} : { text }), ...(status === undefined ? {} : { status }) };
  const items = (where.match(TEXT) ?? []).flatMap((id) => {
    const key = textIn(id);
    return key === undefined ? [] : [{ key, ...change }];
  });
  return items.length === 0 ? undefined : { mode: "change", items };
}

function statusIn(word: string | undefined): PlanStatus | undefined {
  return word !== undefined && Object.hasOwn(STATUS, word) ? STATUS[word] : undefined;
}

function textIn(value = ""): string | undefined {
  const [, text] = /^ ?'(.*)' ?$/.exec(value) ?? [];
  return text?.replaceAll("''", "'") || undefined;
}
