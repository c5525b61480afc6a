/** For options that may be given several times, or once with commas. */
export function addNames(given: string, before: readonly string[] = []): string[] {
  const names = given.split(",").map((name) => name.trim());
  return [...before, ...names.filter((name) => name !== "")];
}
