import { describe, expect, test } from "vitest";
import { late } from "../../src/detect/late.js";

describe("a late pattern", () => {
  test("answers like one that was built at once", () => {
    const text = "one Two three two";
    const at = { now: /t(w)o/giu, late: late("t(w)o", "giu") };
    expect([...text.matchAll(at.late)]).toEqual([...text.matchAll(at.now)]);
    expect(text.replace(at.late, "$1")).toBe(text.replace(at.now, "$1"));
    expect(text.split(late("t(w)o", "iu"))).toEqual(text.split(/t(w)o/iu));
    expect(late("t(w)o", "iu").exec(text)).toEqual(/t(w)o/iu.exec(text));
    expect(late("^two", "u").test(text)).toBe(false);
  });

  test("remembers where it is, as global ones do", () => {
    const pattern = late("o", "g");
    const places = [pattern, pattern, pattern, pattern].map((one) => one.exec("o o")?.index);
    expect(places).toEqual([0, 2, undefined, 0]);
  });

  test("is not built before it is asked", () => {
    const broken = late("(", "u");
    expect(() => broken.test("")).toThrow(SyntaxError);
  });
});
