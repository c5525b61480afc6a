export interface Example {
  readonly rule: string;
  readonly text: string;
  readonly redacted: string;
  // The same text with a value too short to be a secret.
  readonly harmless: string;
}

// Lines `rule  text  harmless text`, the last if it is not just shorter: {A36} stands for 36 made-up characters of kind A, ⟦ ⟧ for the bounds of the secret,
// {$} for the sign itself.
// Nothing in these files looks like a credential until it is put together here.
export function examples(lines: string): Example[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [rule = "", template = "", harmless] = line.split("  ");
      const marked = template.includes("⟦") ? template : `⟦${template}⟧`;
      const bare = marked.replace(/[⟦⟧]/g, "");
      return {
        rule,
        text: fill(bare),
        redacted: fill(marked).replace(/⟦.*⟧/, `[redacted:${rule}]`),
        harmless: fill(harmless ?? bare.replace(/\{(\w)\d+\}/g, "{$13}")),
      };
    });
}

export function fill(template: string): string {
  return template
    .replaceAll("{$}", "$")
    .replace(/\{([A-Za-z])(\d+)\}/g, (_, kind: string, count: string) => made(kind, Number(count)));
}

const KINDS: Readonly<Record<string, string>> = {
  A: "Fak3Tok9Ken7Not2Real5Val8",
  a: "fak3tok9ken7not2real5val8",
  U: "FAK3TOK9KEN7NOT2REAL5VAL8",
  L: "FakTokKenNotRealValAbQzWv",
  l: "faktokkennotrealvalabqzwv",
  C: "FAKTOKKENNOTREALVALABQZWV",
  B: "FAK3TOK5KEN7NOT2REAL5VAL4",
  h: "fa4e0dead1beef2cafe3f00d5",
  d: "8675309246801357924680135",
};

function made(kind: string, count: number): string {
  const unit = KINDS[kind] ?? "";
  return unit.repeat(Math.ceil(count / unit.length)).slice(0, count);
}
