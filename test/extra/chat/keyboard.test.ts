import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Keys } from "../../../src/extra/chat/keyboard.js";

class FakeTerminal extends PassThrough {
  isRaw = false;
  setRawMode(mode: boolean): this {
    this.isRaw = mode;
    return this;
  }
}

function keyboard() {
  const terminal = new FakeTerminal();
  let interrupts = 0;
  const keys = new Keys(terminal, () => {
    interrupts += 1;
  });
  let through = "";
  keys.on("data", (piece) => {
    through += String(piece);
  });
  return {
    keys,
    async type(...pieces: string[]) {
      for (const piece of pieces) {
        terminal.write(piece);
        await setImmediate();
      }
    },
    /** What the line editor has got since. */
    async got() {
      await setImmediate();
      const text = through;
      through = "";
      return text;
    },
    interrupts: () => interrupts,
  };
}

describe("one line at a time", () => {
  test("what is typed before the prompt waits for it", async () => {
    const { keys, type, got } = keyboard();
    await type("one\rtwo\rth");
    expect(await got()).toBe("");
    keys.open();
    expect(await got()).toBe("one\r");
    keys.open();
    expect(await got()).toBe("two\r");
    keys.open();
    expect(await got()).toBe("th");
    await type("ree\r");
    expect(await got()).toBe("ree\r");
  });

  test("a line break of two characters is one", async () => {
    const { keys, type, got } = keyboard();
    keys.open();
    await type("one\r\ntwo\n");
    keys.open();
    expect(await got()).toBe("one\rtwo\r");
  });

  test("Ctrl-C interrupts what is under way, and what was typed before it stays", async () => {
    const { keys, type, got, interrupts } = keyboard();
    await type("before ", "\u0003after");
    expect(interrupts()).toBe(1);
    keys.open();
    expect(await got()).toBe("before after");
  });

  test("Ctrl-D interrupts it, too, and comes to the line editor after that", async () => {
    const { keys, type, got, interrupts } = keyboard();
    await type("\u0004");
    expect(interrupts()).toBe(1);
    keys.open();
    expect(await got()).toBe("\u0004");
  });

  test("at the prompt Ctrl-C is the line editor's", async () => {
    const { keys, type, got, interrupts } = keyboard();
    keys.open();
    await type("\u0003");
    expect(await got()).toBe("\u0003");
    expect(interrupts()).toBe(0);
  });
});

describe("what is pasted", () => {
  const begin = "\u001b[200~";
  const end = "\u001b[201~";

  test("stays one entry, whatever lines it has and however it is cut", async () => {
    const text = `a ${begin}one\r\ntwo\rthree\r${end} b\r`;
    for (let at = 0; at <= text.length; at++) {
      const { keys, type, got } = keyboard();
      keys.open();
      await type(text.slice(0, at), text.slice(at));
      // A lone escape character may be the key itself, so it is not waited for.
      if (at > 2 && at < 5) continue;
      const line = await got();
      expect(line.match(/\r/g)).toHaveLength(1);
      expect(keys.meant(line.trim())).toBe("a one\ntwo\nthree b");
    }
  });

  test("is shown by its size where it is long, and means all of it", async () => {
    const { keys, type, got } = keyboard();
    const long = Array.from({ length: 200 }, (_, n) => `line ${n}`).join("\n");
    keys.open();
    await type(`Look: ${begin}${long}${end}\r`);
    const line = (await got()).trim();
    expect(line).toBe(`Look: [pasted 1: 200 lines, ${long.length} characters]`);
    expect(keys.meant(line)).toBe(`Look: ${long}`);
  });

  test("commands no terminal", async () => {
    const { keys, type, got } = keyboard();
    keys.open();
    await type(`${begin}a\u001b[31mb\u0003c${end}\r`);
    expect(await got()).toBe("abc\r");
  });
});

test("a line that only looks like a paste is left as it is", () => {
  expect(keyboard().keys.meant("[pasted 7: 2 lines, 9 characters]")).toBe(
    "[pasted 7: 2 lines, 9 characters]",
  );
});

test("what comes at once is put where the cursor is", async () => {
  const { keys, type } = keyboard();
  const output = new PassThrough();
  output.resume();
  const editor = createInterface({ input: keys, output, terminal: true });
  keys.open();
  await type("still ed", "\u001b[D\u001b[D\u001b[D", " here,", "\u001b[200~ and 😀\u001b[201~");
  expect(editor.line).toBe("still here, and 😀 ed");
  editor.close();
});

test("a paste with tabs keeps them", async () => {
  const { keys, type, got } = keyboard();
  keys.open();
  await type("\u001b[200~all:\n\tmake\u001b[201~\r");
  expect(keys.meant((await got()).trim())).toBe("all:\n\tmake");
});
