import { describe, expect, test } from "vitest";
import { namesInError } from "../../../src/text/shell/test-output.js";

describe("what an error text names", () => {
  test.each([
    ["src/cart.ts(12,5): error TS2304: Cannot find name 'totl'.", ["src/cart.ts:12", "totl", "TS2304"]],
    [
      "src/cart.ts:12:5 - error TS2339: Property 'sum' does not exist on type 'Cart'.",
      ["src/cart.ts:12", "sum", "Cart", "TS2339"],
    ],
    [
      "TypeError: cart.add is not a function\n    at test (/home/ada/box/src/cart.ts:12:5)\n    at node:internal/process/task_queues:95:5",
      ["/home/ada/box/src/cart.ts:12", "cart.add", "TypeError"],
    ],
    [
      "ReferenceError: total is not defined\n    at Object.<anonymous> (src/a.js:3:1)",
      ["src/a.js:3", "total", "ReferenceError"],
    ],
    ["TypeError: Cannot read properties of undefined (reading 'size')", ["size", "TypeError"]],
    [
      "Traceback (most recent call last):\n  File \"app/cart.py\", line 8, in total\n    return cart.sum\nAttributeError: 'Cart' object has no attribute 'sum'",
      ["app/cart.py:8", "sum", "AttributeError"],
    ],
    ["ModuleNotFoundError: No module named 'requests'", ["requests", "ModuleNotFoundError"]],
    ["KeyError: 'price'", ["price", "KeyError"]],
    ["./cart.go:14:2: undefined: totalOf", ["cart.go:14", "totalOf"]],
    ["parse/parse.go:9:2: declared and not used: err", ["parse/parse.go:9", "err"]],
    [
      "error[E0425]: cannot find value `totl` in this scope\n  --> src/main.rs:3:5",
      ["src/main.rs:3", "totl", "E0425"],
    ],
    [
      "error[E0599]: no method named `sum` found for struct `Cart`\n --> src/cart.rs:7:10",
      ["src/cart.rs:7", "sum", "E0599"],
    ],
    ["Error: ENOENT: no such file or directory, open 'config.json'", ["ENOENT"]],
    ["Error: listen EADDRINUSE: address already in use :::3000", ["EADDRINUSE"]],
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find module './cart.js'", ["./cart.js", "ERR_MODULE_NOT_FOUND"]],
    [
      "Exception in thread main java.lang.IllegalStateException: closed\n\tat box.Cart.add(Cart.java:42)",
      ["Cart.java:42", "IllegalStateException"],
    ],
    [
      "cart.rb:7:in `total': undefined method `sum' for nil (NoMethodError)",
      ["cart.rb:7", "sum", "NoMethodError"],
    ],
    ["PHP Fatal error:  Uncaught Error in /srv/app/Cart.php on line 12", ["/srv/app/Cart.php:12"]],
    ['ERROR:  relation "carts" does not exist', ["carts"]],
    ["sqlite error: no such table: carts", ["carts"]],
    ["bash: pnpm: command not found", ["pnpm"]],
    ["error: unknown option '--dryrun'", ["--dryrun"]],
  ])("%j", (output, names) => {
    expect(namesInError(output)).toEqual(names);
  });

  test("at most six, and nothing of what the project depends on", () => {
    const frames = Array.from({ length: 20 }, (_, i) => `    at f (src/file${i}.ts:${i}:1)`).join("\n");
    const foreign = "    at g (/home/ada/box/node_modules/x/index.js:1:1)";
    const names = namesInError(`RangeError: boom ENOENT EPERM\n${foreign}\n${frames}`);
    expect(names).toEqual([
      "src/file0.ts:0",
      "src/file1.ts:1",
      "src/file2.ts:2",
      "ENOENT",
      "EPERM",
      "RangeError",
    ]);
  });

  test.each([
    "",
    "added 212 packages in 4s",
    "src/cart.ts:12: const total = sum(items)",
    "Server listening on http://localhost:3000",
    "12 passing (20ms)",
    "built in 312ms",
    "On branch main\nnothing to commit, working tree clean",
    "Everything up-to-date",
    "error",
    "something failed",
    "the command failed with exit code 1",
    "connection to example.org:443 failed",
    "fatal: not a git repository",
    "Error: boom",
    "at 12:30:05 the job failed",
  ])("%j names nothing", (output) => {
    expect(namesInError(output)).toEqual([]);
  });
});
