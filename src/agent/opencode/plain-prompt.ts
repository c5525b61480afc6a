/** `opencode run "some words"` puts a prompt of several words into quotation marks of its own. */
export function plainPrompt(prompt: string): string {
  if (prompt.length < 2 || !prompt.startsWith('"') || !prompt.endsWith('"')) return prompt;
  const inner = prompt.slice(1, -1);
  // A quotation mark that is not escaped: the person wrote them himself.
  return inner.replaceAll('\\"', "").includes('"') ? prompt : inner.replaceAll('\\"', '"');
}
