/** Bytes of the journal in one gzip member; only the last of a file has fewer. */
export const MEMBER_BYTES = 256 << 10;

/** Compresses a part of the journal as many gzip members: a damaged byte costs the lines around it, not all after it. */
export function pack(bytes: Buffer): Buffer {
  // Loaded only here: hooks that import this file rarely pack.
  const { gzipSync } = process.getBuiltinModule("node:zlib");
  const members: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += MEMBER_BYTES)
    members.push(gzipSync(bytes.subarray(at, at + MEMBER_BYTES), { level: 9 }));
  return Buffer.concat(members);
}

/** Unpacks a part. Zeros replace what is damaged, so that lines keep their places. Throws if nothing can be read. */
export function unpack(packed: Buffer): Buffer {
  // Loaded only for old days: it would cost every session's start a quarter of a Node start.
  const { gunzipSync } = process.getBuiltinModule("node:zlib");
  try {
    const { buffer, engine } = withInfo(gunzipSync(packed, { info: true }));
    // Node silently ignores bytes after a member that are not another one.
    if (engine.bytesWritten === packed.length) return buffer;
  } catch (error) {
    const saved = salvage(packed);
    if (saved.length === 0) throw error;
    return saved;
  }
  return salvage(packed);
}

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
const HEADER_LENGTH = 10;
const TRAILER_LENGTH = 8;

interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

// Reads member by member and ignores headers and sums: every line has its own checksum.
function salvage(packed: Buffer): Buffer {
  const found: Buffer[] = [];
  let isSome = false;
  for (let at = 0; at < packed.length; ) {
    const body = packed.subarray(at + HEADER_LENGTH);
    const whole = inflate(body);
    const end = at + HEADER_LENGTH + (whole?.engine.bytesWritten ?? 0) + TRAILER_LENGTH;
    if (whole !== undefined && (whole.buffer.length === MEMBER_BYTES || end === packed.length)) {
      found.push(whole.buffer);
      isSome = true;
      at = end;
      continue;
    }
    const next = packed.indexOf(HEADER, at + 1);
    const begun = beginning(next === -1 ? body : packed.subarray(at + HEADER_LENGTH, next));
    isSome ||= begun.length > 0;
    found.push(begun.subarray(0, MEMBER_BYTES));
    if (next === -1) {
      // Marks a torn line: otherwise a cut between two lines would go unnoticed.
      found.push(Buffer.from("\0"));
      break;
    }
    found.push(Buffer.alloc(Math.max(0, MEMBER_BYTES - begun.length)));
    at = next;
  }
  return isSome ? Buffer.concat(found) : Buffer.alloc(0);
}

/** The longest beginning that can be inflated, found by bisection. */
function beginning(body: Buffer): Buffer {
  let best: Buffer = Buffer.alloc(0);
  let [good, bad] = [0, body.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const inflated = inflate(body.subarray(0, middle));
    if (inflated === undefined) bad = middle;
    else {
      good = middle;
      best = inflated.buffer;
    }
  }
  return best;
}

function inflate(body: Buffer): Inflated | undefined {
  const { inflateRawSync, constants } = process.getBuiltinModule("node:zlib");
  try {
    return withInfo(inflateRawSync(body, { info: true, finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return undefined; // Damaged: the caller tries shorter beginnings.
  }
}

// With `info`, Node returns both fields, but its types do not say so.
function withInfo(answer: unknown): Inflated {
  if (isInflated(answer)) return answer;
  throw new Error("This Node does not say how much it has unpacked.");
}

function isInflated(answer: unknown): answer is Inflated {
  return typeof answer === "object" && answer !== null && "buffer" in answer && "engine" in answer;
}
