import { readFileSync } from "node:fs";
import { dirname, extname } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { figure } from "./figure.js";
import { filesBelow } from "./listing.js";
import { type House, openHouse } from "./room.js";

/** What a page that shows something recorded could not do without. */
const PAGE = /text\/html|<!doctype|<script|\binnerHTML\b|\bdocument\.write\b/i;
const PAGES = [".html", ".htm", ".svg", ".xhtml", ".css"];

let house: House;
beforeAll(async () => {
  house = await openHouse("s8");
});
afterAll(() => house.leave());

it("S8: nothing recorded is shown by a browser, so no script in it can run", () => {
  const files = filesBelow(dirname(house.program.hook)).filter((path) => extname(path) !== ".i8");
  const pages = files.filter((path) => PAGES.includes(extname(path)));
  const making = files.filter((path) => PAGE.test(readFileSync(path, "utf8")));
  figure(`${files.length} files of the package: ${pages.length} pages, ${making.length} that could make one`);
  expect(files.length).toBeGreaterThan(20);
  expect(PAGE.test('answer.setHeader("content-type", "text/html")')).toBe(true);
  expect([...pages, ...making]).toEqual([]);
});
