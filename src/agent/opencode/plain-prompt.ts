/** `opencode run "some words"` adds quotation marks around a prompt of several words. */
export function plainPrompt(prompt: string): string {
  if (prompt.length < 2 || !prompt.startsWith('"') || !prompt.endsWith('"')) return prompt;
  const inner = prompt.slice(1, -1);
  // An unescaped quotation mark: the user wrote them.
  return inner.replaceAll('\\"', "").includes('"') ? prompt : inner.replaceAll('\\"', '"');
}
