import type { TextKind } from "./port.js";

interface Form {
  readonly model: RegExp;
  readonly memory: string;
  readonly question: string;
}

const SEARCH = "Represent this sentence for searching relevant passages: ";

/** Words that models were trained to see in front of a text. Without them they find less. */
const FORMS: readonly Form[] = [
  { model: /nomic-embed-text/i, memory: "search_document: ", question: "search_query: " },
  { model: /(?:^|[/-])e5-(?!.*instruct)/i, memory: "passage: ", question: "query: " },
  { model: /mxbai-embed|arctic-embed|bge-(?:small|base|large)-en/i, memory: "", question: SEARCH },
  {
    model: /embedding-?gemma/i,
    memory: "title: none | text: ",
    question: "task: search result | query: ",
  },
  {
    model: /qwen3-embedding/i,
    memory: "",
    question: "Instruct: Find what was said or done before that answers the question\nQuery: ",
  },
];

export function inModelForm(model: string, text: string, kind: TextKind): string {
  return `${FORMS.find((form) => form.model.test(model))?.[kind] ?? ""}${text}`;
}
