import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { systemCode } from "../error.js";
import { sleep, uptime } from "../host/clock.js";

const FIRST = 32 << 10;
// Larger than any payload seen; beyond it the call is dropped rather than half understood.
const MOST = 64 << 20;
const CLOSING_BRACE = 0x7d;
const NEWLINE = 0x0a;

/**
 * The payload on standard input, parsed, or undefined where there is none. Read synchronously, because Node's threads
 * would cost a hook a twentieth of its time. It ends with the payload, not with the pipe: an agent that forgets to
 * close it does not hold the hook, and one that never writes is waited for until `wait` milliseconds have passed.
 */
export function readPayload(wait: number): unknown {
  const fd = openAgain();
  try {
    return readFrom(fd, wait);
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}

function readFrom(fd: number, wait: number): unknown {
  let end: number | undefined;
  let buffer = Buffer.allocUnsafe(FIRST);
  let size = 0;
  let tried = 0;
  for (;;) {
    if (size === buffer.length) {
      if (size >= MOST) return undefined;
      buffer = Buffer.concat([buffer, Buffer.allocUnsafe(size)]);
    }
    const got = readSome(fd, buffer, size);
    if (got === 0) return parse(buffer, size);
    if (got === undefined) {
      end ??= uptime() + wait;
      if (uptime() >= end) return undefined;
      sleep(2);
      continue;
    }
    size += got;
    // The end of an object may be the end of all: try, and read on if it is not. Not too often: each try reads all.
    if (size < buffer.length && size >= 2 * tried && endsObject(buffer, size)) {
      tried = size;
      const payload = parse(buffer, size);
      if (payload !== undefined) return payload;
    }
  }
}

function endsObject(buffer: Buffer, size: number): boolean {
  const last = buffer[size - 1] === NEWLINE ? size - 2 : size - 1;
  return buffer[last] === CLOSING_BRACE;
}

/** Undefined where nothing has come yet. */
function readSome(fd: number, buffer: Buffer, at: number): number | undefined {
  try {
    return readSync(fd, buffer, at, buffer.length - at, null);
  } catch (error) {
    if (systemCode(error) === "EAGAIN") return undefined;
    return 0; // Windows reports the end of a pipe as an error; anything else is an end too.
  }
}

function parse(buffer: Buffer, size: number): unknown {
  const text = buffer.toString("utf8", 0, size);
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined; // Not a payload, or not all of it yet.
  }
}

// A pipe opened again by its name can be read without waiting. A socket cannot be opened so: it is told not to wait.
function openAgain(): number {
  if (process.platform !== "linux") return 0;
  const stat = fstatSync(0);
  if (stat.isFIFO()) return openSync("/proc/self/fd/0", constants.O_RDONLY | constants.O_NONBLOCK);
  if (stat.isSocket()) stopWaiting(process);
  return 0;
}

interface Binding {
  readonly Pipe: new (kind: number) => { open(fd: number): number };
  readonly constants: { readonly SOCKET: number };
}

// Taking a socket over as a stream makes it one that does not wait. Node's own way to it loads half of its library.
function stopWaiting(host: object): void {
  if (!("binding" in host) || typeof host.binding !== "function") return;
  try {
    const { Pipe, constants }: Binding = host.binding("pipe_wrap");
    new Pipe(constants.SOCKET).open(0);
  } catch {
    // A Node without this door: the socket waits, and the agent's own limit holds.
  }
}
