import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readChecklist, readTodoQuery } from "../../../src/agent/copilot/hooks.js";

describe("the plan in Copilot CLI's own table", () => {
  test("grows by rows", () => {
    expect(
      readTodoQuery(`INSERT INTO todos (id, title, description) VALUES
        ('retry', 'Writing the retry', 'In src; with (jitter)'),
        ('manual', 'Describing it, in the owner''s manual', NULL);
        INSERT INTO todo_deps (todo_id, depends_on) VALUES ('manual', 'retry');`),
    ).toEqual({
      mode: "add",
      items: [
        { key: "retry", text: "Writing the retry", status: "open" },
        { key: "manual", text: "Describing it, in the owner's manual", status: "open" },
      ],
    });
    expect(
      readTodoQuery("insert or replace into todos(title,status,id) values ('One','in_progress','a')"),
    ).toEqual({ mode: "add", items: [{ key: "a", text: "One", status: "doing" }] });
  });

  test.each([
    ["UPDATE todos SET status = 'done' WHERE id = 'a'", [{ key: "a", status: "done" }]],
    [
      "UPDATE todos SET updated_at=CURRENT_TIMESTAMP, status='in_progress' WHERE id IN ('a', 'b')",
      [
        { key: "a", status: "doing" },
        { key: "b", status: "doing" },
      ],
    ],
    [
      "UPDATE todos SET title = 'Two', status = 'blocked' WHERE id='c';",
      [{ key: "c", text: "Two", status: "open" }],
    ],
  ])("changes: %s", (query, items) => {
    expect(readTodoQuery(query)).toEqual({ mode: "change", items });
  });

  test.each([
    "SELECT * FROM todos",
    "DELETE FROM todos",
    "UPDATE todos SET status = 'done'",
    "UPDATE todos SET status = 'strange' WHERE id = 'a'",
    "INSERT INTO notes (title) VALUES ('todos')",
    "INSERT INTO todos VALUES ('a', 'b')",
    `INSERT INTO todos (id, title) VALUES ${"('a','b'),".repeat(2_000)}`,
    "",
  ])("is not touched by %.60s", (query) => {
    expect(readTodoQuery(query)).toBeUndefined();
  });

  test("takes no time, whatever it is asked", () => {
    const odd = fc.constantFrom(
      "'",
      "''",
      "(",
      ")",
      ",",
      " ",
      ";",
      "INSERT INTO todos (id) VALUES ",
      "(".repeat(99),
    );
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 400 }), (parts) => {
        readTodoQuery(`UPDATE todos SET ${parts.join("")}`);
        readTodoQuery(`INSERT INTO todos (id,title) VALUES (${parts.join("")}`);
      }),
    );
  });
});

test("a list in Markdown is the whole plan", () => {
  expect(readChecklist("## Plan\n- [x] measured\n- [ ] painted\n* [~] moved\nelse")).toEqual({
    mode: "whole",
    items: [
      { text: "measured", status: "done" },
      { text: "painted", status: "open" },
      { text: "moved", status: "doing" },
    ],
  });
  expect(readChecklist("nothing")).toBeUndefined();
});
