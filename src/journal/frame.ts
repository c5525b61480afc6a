import { checksum, checksumOfAscii } from "./line.js";

/** Events are mostly short: the room for them is used again and again, unless they take more than this. */
const ROOM = 1 << 16;
const SEAL = ',"sum":"00000000"}'.length;
const NEWLINE = 0x0a;

/** The bytes of one append: a newline, lines with an empty one between them, a newline. */
export class Frame {
  #room = Buffer.allocUnsafeSlow(ROOM);
  #end = 0;

  begin(): void {
    if (this.#room.length > ROOM) this.#room = Buffer.allocUnsafeSlow(ROOM);
    this.#room[0] = NEWLINE;
    this.#end = 1;
  }

  /** Adds an event, given as its JSON without the last bracket: that follows with the checksum. */
  add(body: string): void {
    const isFirst = this.#end === 1;
    // A sign takes three bytes at most.
    this.#makeRoom(body.length * 3 + SEAL + 2);
    if (!isFirst) this.#room[this.#end++] = NEWLINE;
    const start = this.#end;
    const written = this.#room.write(body, start);
    this.#end += written;
    const sum =
      written === body.length
        ? checksumOfAscii(this.#room, start, this.#end)
        : checksum(body, 0, body.length);
    this.#end += this.#room.write(`,"sum":"${sum}"}\n`, this.#end, "latin1");
  }

  bytes(): Buffer {
    return this.#room.subarray(0, this.#end);
  }

  #makeRoom(needed: number): void {
    if (this.#end + needed <= this.#room.length) return;
    const room = Buffer.allocUnsafeSlow(this.#end + needed);
    this.#room.copy(room, 0, 0, this.#end);
    this.#room = room;
  }
}
