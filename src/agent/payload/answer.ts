import type { Answer } from "../signal.js";
import { type Fields, fieldsOf, firstText, isFields, listOf, textOf } from "./fields.js";

const MAX_QUESTIONS = 8;
const MAX_OPTIONS = 12;
const ASKING = new Set(["askuserquestion", "requestuserinput", "askuser", "question", "askfollowupquestion"]);
const RECOMMENDED = /\s*\((?:recommended|default|recommandée?)\)\s*$/i;
/** Options that stand for no choice. */
const OPEN =
  /^(?:other|something else|type something|none of (?:the above|these)|not sure|you decide|skip|autre)\b/i;
const AUTOMATIC = /auto-?(?:answered|selected)/i;

/** The answers of the person to the agent's questions; undefined if the call asked nothing. */
export function readAnswers(tool: string, input: Fields, response: unknown): readonly Answer[] | undefined {
  if (response === undefined || !ASKING.has(tool.replaceAll(/[_-]/g, "").toLowerCase())) return undefined;
  const questions = questionsIn(input);
  const text = textIn(response);
  const given = fieldsIn(response, text);
  const answers = questions.flatMap((question, index) => {
    const said =
      givenTo(question, index, given) ?? pairedWith(question, questions, text) ?? only(questions, text);
    return said === undefined || said.trim() === "" || AUTOMATIC.test(said) ? [] : [answerTo(question, said)];
  });
  return answers.length === 0 ? undefined : answers;
}

interface Question {
  readonly text: string;
  readonly header: string;
  readonly id: string;
  readonly options: readonly string[];
  readonly isMany: boolean;
}

function questionsIn(input: Fields): readonly Question[] {
  const asked = listOf(input["questions"]);
  return (asked.length === 0 ? [input] : asked.slice(0, MAX_QUESTIONS)).flatMap((entry) => {
    const fields = fieldsOf(entry);
    const text = firstText(fields, ["question", "prompt", "header"]);
    if (text === undefined) return [];
    const options = listOf(fields["options"] ?? fields["choices"])
      .slice(0, MAX_OPTIONS)
      .flatMap((option) => textOf(option) ?? firstText(fieldsOf(option), ["label", "value"]) ?? []);
    const isMany = [fields["multiSelect"], fields["multiple"], fields["multi_select"]].includes(true);
    return [
      { text, header: textOf(fields["header"]) ?? "", id: textOf(fields["id"]) ?? "", options, isMany },
    ];
  });
}

function answerTo({ text, options, isMany }: Question, said: string): Answer {
  const plain = (option: string) => option.replace(RECOMMENDED, "").trim();
  const whole = plain(said);
  const chosen = options.filter((option) => plain(option) === whole || (isMany && lists(said, option)));
  const others = options.filter((option) => !chosen.includes(option) && !OPEN.test(option)).map(plain);
  const choice = chosen.length === 0 ? said.trim() : chosen.map(plain).join(", ");
  return {
    question: text,
    choice,
    others,
    isFree: chosen.length === 0 ? true : undefined,
    isMany: isMany ? true : undefined,
  };
}

/** Whether an option is one of several, separated by commas. It may contain a comma itself. */
function lists(said: string, option: string): boolean {
  return `, ${said}, `.includes(`, ${option}, `);
}

/** A list by position, or a record by the question, its id, its header or its position. */
function givenTo({ text, header, id }: Question, index: number, given: unknown): string | undefined {
  const entry = Array.isArray(given)
    ? given[index]
    : isFields(given)
      ? [text, id, header, String(index)].map((key) => given[key]).find((value) => value !== undefined)
      : undefined;
  return joined(entry);
}

function joined(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.flatMap((part) => textOf(part) ?? []).join(", ");
  const { answer, answers } = fieldsOf(value);
  return answer === undefined && answers === undefined ? undefined : joined(answer ?? answers);
}

/** `"question"="answer"` or `**header**: answer`. An answer may contain quotes itself. */
function pairedWith(
  { text, header }: Question,
  questions: readonly Question[],
  said: string,
): string | undefined {
  const quoted = `"${text}"="`;
  const at = said.indexOf(quoted);
  if (at !== -1) {
    const rest = said.slice(at + quoted.length);
    const ends = questions.map((other) => rest.indexOf(`", "${other.text}"="`));
    const next = Math.min(
      ...[...ends, rest.search(/"\.? (?:You can now|user notes:|selected )/)].filter((end) => end > -1),
    );
    return Number.isFinite(next) ? rest.slice(0, next) : rest.replace(/"[.\s]*$/, "");
  }
  const titled = header === "" ? -1 : said.indexOf(`**${header}**: `);
  return titled === -1 ? undefined : said.slice(titled + header.length + 6).split("\n**", 1)[0];
}

/** The whole answer, if there was one question. */
function only(questions: readonly Question[], said: string): string | undefined {
  const [first, ...more] = questions;
  if (first === undefined || more.length > 0) return undefined;
  if (first.options.includes(said.trim())) return said.trim();
  return /^(?:the )?user(?:'s)? (?:has )?(?:selected|responded|answered|chose|answer|response|input)(?: with| is)?:\s*([\s\S]+)$/i.exec(
    said.trim(),
  )?.[1];
}

function textIn(response: unknown): string {
  if (typeof response === "string") return response;
  const fields = fieldsOf(response);
  const content = fields["llmContent"] ?? fields["content"];
  if (typeof content === "string") return content;
  const parts = Array.isArray(response) ? response : listOf(content);
  return parts.flatMap((part) => textOf(part) ?? textOf(fieldsOf(part)["text"]) ?? []).join("\n");
}

function fieldsIn(response: unknown, text: string): unknown {
  const own = fieldsOf(response)["answers"] ?? fieldsOf(fieldsOf(response)["returnDisplay"])["answers"];
  if (own !== undefined || !text.trimStart().startsWith("{")) return own;
  try {
    return fieldsOf(JSON.parse(text))["answers"];
  } catch {
    return undefined; // The text is cut or no JSON.
  }
}
