import { describe, expect, it } from "vitest";
import { redact } from "../redact.js";
import { fill } from "./example/example.js";

const line = fill("{A64}");
const body = [line, line, line, fill("{A30}")].join("\n");
const begin = "-----BEGIN RSA PRIVATE KEY-----";
const end = "-----END RSA PRIVATE KEY-----";

describe("private key blocks", () => {
  it("go as a whole", () => {
    expect(redact(`a\n${begin}\n${body}\n${end}\nb`)).toBe("a\n[redacted:private-key]\nb");
  });

  it("go with their headers", () => {
    const headers = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0\n\n";
    expect(redact(`${begin}\n${headers}${body}\n${end}`)).toBe("[redacted:private-key]");
    expect(redact(`${begin}\n${headers}${line}\n${line}`)).toBe("[redacted:private-key]");
  });

  it("go when the end is cut off", () => {
    expect(redact(`a ${begin}\n${line}\n${line.slice(0, 50)}`)).toBe("a [redacted:private-key]");
  });

  it("go when the beginning is cut off", () => {
    expect(redact(`tail of it:\n${body}\n${end}\nb`)).toBe("tail of it:\n[redacted:private-key]\nb");
  });

  it("go inside a JSON string", () => {
    const text = JSON.stringify({ key: `${begin}\n${body}\n${end}\n`, other: 1 });
    expect(redact(text)).toBe('{"key":"[redacted:private-key]\\n","other":1}');
  });

  it("go inside a diff", () => {
    const text = [begin, ...body.split("\n"), end].map((row) => `+${row}`).join("\n");
    expect(redact(text)).toBe("+[redacted:private-key]");
  });
});

describe("private spans", () => {
  it.each([
    ["a <private>b</private> c", "a [private] c"],
    ["a <private>b\nc", "a [private]"],
    ["<private>a<private>b</private>c</private>d", "[private]d"],
    ["<PRIVATE>a</PRIVATE><private>b</private>", "[private][private]"],
    ["a </private> b", "a </private> b"],
  ])("%s", (text, hidden) => {
    expect(redact(text)).toBe(hidden);
  });
});

describe("a secret found once", () => {
  it("is found wherever the text repeats it", () => {
    const text = "account Zq8mLw2p5 password: Zq8mLw2p5, again Zq8mLw2p5";
    expect(redact(text)).not.toContain("Zq8mLw2p5");
  });

  it("is found after an escaped line break and a colour code", () => {
    const token = fill("npm_{A36}");
    expect(redact(`\\n${token}`)).toBe("\\n[redacted:npm-token]");
    expect(redact(`\u001b[93m${token}\u001b[0m`)).toBe("\u001b[93m[redacted:npm-token]\u001b[0m");
  });
});
