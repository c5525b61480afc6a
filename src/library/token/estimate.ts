import { estimateTokenCount } from "tokenx";
import type { TokenCounter } from "./port.js";

/** Estimates without a table, and seldom too low; test/library/token measures it. */
export const estimate: TokenCounter = {
  name: "estimate",
  count: (text) =>
    estimateTokenCount(text, { languageConfigs: ratesFor(text) }) + (text.match(LONE)?.length ?? 0),
};

interface Rate {
  readonly pattern: RegExp;
  readonly averageCharsPerToken: number;
}

/** Alternating letters and digits: base64, hex, ids. */
const MIXED: Rate = {
  pattern: /^(?=.{3})\w*?(?:[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d)/,
  averageCharsPerToken: 1.5,
};
const LONG_MIXED: Rate = { pattern: /^(?=.{16})(?=.*[a-z][A-Z]{2}[a-z])\w+$/, averageCharsPerToken: 1.6 };

const PLAIN = [MIXED, LONG_MIXED];
const OTHER: readonly Rate[] = [
  ...PLAIN,
  { pattern: /\p{Extended_Pictographic}|\p{Regional_Indicator}/u, averageCharsPerToken: 0.65 },
  { pattern: /[\u0900-\u0DFF]/, averageCharsPerToken: 3 },
  { pattern: /[\u0E00-\u10FF\u1780-\u17FF]/, averageCharsPerToken: 2.2 },
  { pattern: /[\u0590-\u08FF]/, averageCharsPerToken: 3 },
  { pattern: /[\u0530-\u058F\u1200-\u13FF]/, averageCharsPerToken: 1.6 },
  { pattern: /[\u0370-\u03FF]/, averageCharsPerToken: 2.7 },
  { pattern: /[\uAC00-\uD7AF]/, averageCharsPerToken: 1.35 },
  { pattern: /[\u0400-\u052F]/, averageCharsPerToken: 4.5 },
  { pattern: /[\u1E00-\u1EFF\u0110\u0111\u01A0-\u01B0]/, averageCharsPerToken: 2.2 },
  { pattern: /[\u0100-\u017F\u0218-\u021B]/, averageCharsPerToken: 2.5 },
];
/** In a language with rare letters, its plain words take more tokens, too. */
const RARE_WORDS: readonly Rate[] = [...OTHER, { pattern: /^[A-Za-z]{4,}$/, averageCharsPerToken: 4 }];
const MIN_RARE_SHARE = 0.015;

function ratesFor(text: string): Rate[] {
  if (!/[\u0080-\uFFFF]/.test(text)) return PLAIN;
  const isRare = (text.match(/[\u0100-\u017F\u0218-\u021B]/g)?.length ?? 0) > text.length * MIN_RARE_SHARE;
  return [...(isRare ? RARE_WORDS : OTHER)];
}

/** A blank before a digit, or before the last of several blanks, is a token of its own. */
const LONE = /(?<=\S) (?=\d)|(?<=\S|^) {2,}/g;
