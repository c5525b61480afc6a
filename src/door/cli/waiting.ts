/** Says what is being done while it blocks, to a person who watches, and takes that away afterwards. */
export function waiting<T>(what: string, work: () => T): T {
  if (process.stderr.isTTY !== true) return work();
  process.stderr.write(`${what} …`);
  try {
    return work();
  } finally {
    process.stderr.write("\r\u001b[K");
  }
}
