/** A word of the shell with its quotes and escapes undone. */
export interface ShellWord {
  readonly text: string;
  /** It may become several words: a pattern, an unquoted variable, the output of a command. */
  readonly isMany: boolean;
}

/** One simple command of a script. */
export interface ShellStep {
  /** Without leading variables. */
  readonly words: readonly ShellWord[];
  /** As it was written. */
  readonly source: string;
  /** The files that its redirections empty. */
  readonly emptied: readonly string[];
  /** What a here-document or here-string feeds to it. */
  readonly input: string | undefined;
  /** The step whose output it reads. */
  readonly from?: ShellStep;
  /** It stands in a loop and is run for one thing after the other. */
  readonly isLooped: boolean;
}

/** A step that is being read. */
export interface StepDraft {
  words: ShellWord[];
  emptied: string[];
  input: string | undefined;
  from: ShellStep | undefined;
  /** Where it stands in the script. */
  start: number;
  end: number;
}

export type Redirect = "empty" | "feed" | "here" | "here-tabs" | "other";

export const REDIRECT: { readonly [operator: string]: Redirect } = {
  ">": "empty",
  ">|": "empty",
  ">&": "empty",
  "<<": "here",
  "<<-": "here-tabs",
  "<<<": "feed",
};

export function newStep(): StepDraft {
  return { words: [], emptied: [], input: undefined, from: undefined, start: -1, end: 0 };
}

export function finishStep(draft: StepDraft, script: string, isLooped: boolean): ShellStep {
  const { words, emptied, from, start, end } = draft;
  return {
    words,
    emptied,
    source: script.slice(Math.max(0, start), end),
    isLooped,
    from,
    // The text of a here-document is read after the line it begins on.
    get input() {
      return draft.input;
    },
  };
}

/** Words of the shell itself, before a command or after all. */
export function isReserved(word: string): boolean {
  return RESERVED.has(word);
}

export function isAssignment(word: string): boolean {
  return ASSIGNMENT.test(word);
}

const RESERVED = new Set("if then else elif while until do ! { time fi done esac }".split(" "));
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
