import { read } from "node:fs";

const FIRST = 64 << 10;
// Larger than any payload seen; beyond it the call is dropped rather than half understood.
const MOST = 64 << 20;

/**
 * All of standard input, or undefined when it does not end within `wait` milliseconds. Read by callbacks, so that an
 * agent that forgets to close the pipe cannot hold the hook.
 */
export function readStdin(wait: number, done: (input: Buffer | undefined) => void): void {
  let buffer = Buffer.allocUnsafe(FIRST);
  let size = 0;
  let finished = false;
  const finish = (input: Buffer | undefined) => {
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    done(input);
  };
  const timer = setTimeout(() => finish(undefined), wait);
  const more = () => {
    if (size === buffer.length) {
      if (size >= MOST) return finish(undefined);
      buffer = Buffer.concat([buffer, Buffer.allocUnsafe(size)]);
    }
    read(0, buffer, size, buffer.length - size, null, (error, got) => {
      if (error !== null) {
        if (error.code === "EAGAIN") return void setTimeout(more, 5);
        // Windows reports the end of a pipe as an error.
        return finish(error.code === "EOF" ? buffer.subarray(0, size) : undefined);
      }
      if (got === 0) return finish(buffer.subarray(0, size));
      size += got;
      more();
    });
  };
  more();
}
