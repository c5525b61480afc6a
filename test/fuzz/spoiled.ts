import fc from "fast-check";

const DEEP = 20_000;
/** JSON that parsers, copies and prototypes stumble over. */
const HOSTILE = [
  "[".repeat(DEEP),
  `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`,
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"hasOwnProperty":2,"valueOf":null,"length":-1}',
  '{"a":1,"a":2,"a":{}}',
  "1e999",
  "-1e999",
  "123456789012345678901234567890",
  "0.1e-400",
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u0000\\u001b[31m\\u202e"',
  `"${"x".repeat(200_000)}"`,
  "null",
  "[]",
  "{}",
  '""',
  "NaN",
  "\ufeff{}",
  "\0",
  "",
];
/** What stands in the place of a value. */
const VALUES = [
  ...["null", "true", "-1", "0", "1e300", "1e999", "[]", "{}", '""', '"\\ud800"', '"__proto__"', "[[[]]]"],
  ...[
    '{"__proto__":[]}',
    '"../../etc/passwd"',
    '"\\u0000"',
    `"${"é".repeat(5_000)}"`,
    "8640000000000001",
    "-1e308",
  ],
];
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;

/** A text of somebody's that was damaged, cut, mixed or made up on purpose. */
export function spoiled(samples: readonly string[]): fc.Arbitrary<string> {
  const sample = fc.constantFrom(...samples);
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 6, arbitrary: fc.tuple(sample, fc.array(change, { minLength: 1, maxLength: 4 })).map(applied) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc.tuple(sample, sample).map(([a, b]) => a.slice(0, a.length / 2) + b.slice(b.length / 2)),
    },
  );
}

type Change = (text: string) => string;

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const change: fc.Arbitrary<Change> = fc.oneof(
  // Another value in the place of one, which leaves it JSON: most parsers are met this way.
  {
    weight: 5,
    arbitrary: fc.tuple(share, fc.constantFrom(...VALUES)).map(([at, value]) => valueAt(at, value)),
  },
  { weight: 1, arbitrary: share.map((at) => (text: string) => text.slice(0, Math.floor(text.length * at))) },
  {
    weight: 1,
    arbitrary: fc.tuple(share, fc.string({ unit: "binary", maxLength: 3 })).map(([at, bit]) => flip(at, bit)),
  },
  { weight: 1, arbitrary: share.map(doubled) },
  { weight: 1, arbitrary: fc.constant((text: string) => text.replace(/\n/g, "\r\n")) },
);

function applied([text, changes]: [string, Change[]]): string {
  return changes.reduce((so, next) => next(so), text);
}

function valueAt(at: number, value: string): Change {
  return (text) => {
    const found = [...text.matchAll(VALUE)];
    const one = found[Math.floor(found.length * at)];
    return one === undefined
      ? text
      : text.slice(0, one.index) + value + text.slice(one.index + one[0].length);
  };
}

function flip(at: number, bit: string): Change {
  return (text) => {
    const place = Math.floor(text.length * at);
    return text.slice(0, place) + bit + text.slice(place + 1);
  };
}

/** A piece of it stands twice: keys, lines. */
function doubled(at: number): Change {
  return (text) => {
    const place = Math.floor(text.length * at);
    const piece = text.slice(place, place + 40);
    return text.slice(0, place) + piece + text.slice(place);
  };
}
