import { MEMBER } from "./unpack.js";

/**
 * Compresses a part of the journal as a gzip file of many members, each of the same number of bytes: any tool unpacks
 * it, and a damaged byte costs the lines around it, not all that follow.
 */
export function pack(bytes: Buffer): Buffer {
  // Loaded only here: hooks that import this file rarely pack.
  const { gzipSync } = process.getBuiltinModule("node:zlib");
  const members: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += MEMBER)
    members.push(gzipSync(bytes.subarray(at, at + MEMBER), { level: 9 }));
  return Buffer.concat(members);
}
