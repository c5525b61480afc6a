import { checksumOfUtf8 } from "./line.js";
import { closeJson, ESCAPED_ROOM, Escaper, type OpenJson } from "./open-json.js";

/** Events are mostly short: the room for them is used again and again, unless they take more than this. */
const ROOM = 1 << 17;
const SEAL = ',"sum":"00000000"}'.length;
const NEWLINE = 0x0a;
/** Bytes of a UTF-16 unit in UTF-8. */
const LARGEST_SIGN = 3;

/** The bytes of one append: a newline, lines with an empty one between them, a newline. */
export class Frame {
  #room = Buffer.allocUnsafeSlow(ROOM);
  #end = 0;
  readonly #escaper = new Escaper();

  begin(): void {
    if (this.#room.length > ROOM) this.#room = Buffer.allocUnsafeSlow(ROOM);
    this.#room[0] = NEWLINE;
    this.#end = 1;
  }

  /** Adds an event, given as its JSON without the last bracket: that follows with the checksum. */
  add(body: string | OpenJson): void {
    if (typeof body === "string") this.#addWritten(body);
    else if (!this.#addOpen(body)) this.#addWritten(closeJson(body));
  }

  #addWritten(body: string): void {
    const start = this.#beginLine(body.length * LARGEST_SIGN);
    this.#endLine(start, start + this.#room.write(body, start));
  }

  /** False where the text is to be written as JSON by the engine. */
  #addOpen({ before, text, after }: OpenJson): boolean {
    const start = this.#beginLine((before.length + after.length) * LARGEST_SIGN + ESCAPED_ROOM);
    const from = start + this.#room.write(before, start);
    const to = this.#escaper.write(this.#room, from, text);
    if (to === undefined) return false;
    this.#endLine(start, to + this.#room.write(after, to));
    return true;
  }

  #beginLine(length: number): number {
    this.#makeRoom(length + SEAL + 2);
    if (this.#end === 1) return this.#end;
    this.#room[this.#end] = NEWLINE;
    return this.#end + 1;
  }

  #endLine(start: number, end: number): void {
    const sum = checksumOfUtf8(this.#room, start, end);
    this.#end = end + this.#room.write(`,"sum":"${sum}"}\n`, end, "latin1");
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
