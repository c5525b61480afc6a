/** Removes secrets from a text. It is passed as a value, so that a hook loads the rules only if it needs them. */
export type Redact = (text: string) => string;
