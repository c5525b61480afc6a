/** Takes secrets out of a text. Handed in, because a hook that meets none need not load the rules. */
export type Redact = (text: string) => string;
