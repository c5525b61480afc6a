/** What holds for a context and a compaction unless a program says otherwise. Limits and the threshold are in tokens. */
export const USUAL = {
  contextLimit: 100_000,
  lastMessages: 20,
  summaryLimit: 1_000,
  threshold: 15_000,
  keptMessages: 20,
  keptTokens: 7_500,
} as const;

/** The least tokens of a context: in fewer nothing can be told. */
export const LEAST_CONTEXT = 100;
