import { describe, expect, test } from "vitest";
import { symbolsInChange } from "../../../src/text/words/symbol.js";

describe("symbols that a change declares", () => {
  test.each([
    ["+export async function readAll(path: string) {", ["readAll"]],
    ["+  private static parse(line: string): Header {", ["parse"]],
    ["+  public void save(String path) throws IOException {", ["save"]],
    ["+int count_lines(const char *path) {", ["count_lines"]],
    ["+func TestParseEmpty(t *testing.T) {", ["TestParseEmpty"]],
    ["+    #[test]\n+    fn keeps_the_order() {", ["keeps_the_order"]],
    ["+def test_total(cart):", ["test_total"]],
    ["+async def fetch_all(session):", ["fetch_all"]],
    ["+  def self.load(path)", ["load"]],
    ["+defmodule Cart do\n+  defp total(items) do", ["Cart", "Cart.total"]],
    [
      "+class Cart {\n+  total(items) {\n+  #hide() {\n+  }\n+}\n+function sum() {",
      ["Cart", "Cart.total", "Cart.hide", "sum"],
    ],
    ["+  async load() { return 2; }", ["load"]],
    ["+  handle = async (event) => {", ["handle"]],
    ["+  private map<U>(f: (t: T) => U): U[] {", ["map"]],
    ["+    public String toString() { return name; }", ["toString"]],
    [
      "+public class Cart\n+{\n+    public async Task<int> TotalAsync(int n)\n+    {",
      ["Cart", "Cart.TotalAsync"],
    ],
    ["+    public int Twice(int n) => n * 2;", ["Twice"]],
    ["+class Cart:\n+    def total(self):\n+add = lambda a, b: a + b", ["Cart", "Cart.total", "add"]],
    ["+func (s *Server[T]) Process(x int) error {", ["Server.Process"]],
    ["+impl Display for Cart {\n+    fn fmt(&self) {", ["Display", "Cart.fmt"]],
    ["+pub struct RetryQueue<T> {", ["RetryQueue"]],
    ["+pub(crate) enum State {", ["State"]],
    ["+impl Display for Cart {", ["Display"]],
    ["+type Celsius float64", ["Celsius"]],
    ["+type Store interface {", ["Store"]],
    ["+data class Cart(val items: List<Item>)", ["Cart"]],
    ["+export const withRetry = async (send) => {", ["withRetry"]],
    ["+const LIMIT = 3;", ["LIMIT"]],
    ["+var limit int = 3", ["limit"]],
    ["+CREATE TABLE IF NOT EXISTS cart_items (", ["cart_items"]],
    ['+  it("doesn\'t lose an item", () => {', ['"doesn\'t lose an item"']],
    ['+test.each([1, 2])("adds %d", (n) => {', []],
    ['+  test.skip("adds twice", () => {', ['"adds twice"']],
    ['+\tt.Run("empty line", func(t *testing.T) {', ['"empty line"']],
    ['+  it "adds an item" do', ['"adds an item"']],
    ['+  .option("--dry-run", "show what would go")', ["--dry-run"]],
    ['+    .option("-n, --count <n>", "how many")', ["--count"]],
    ['+parser.add_argument("--no-color", action="store_true")', ["--no-color"]],
    ['+\tcmd.Flags().BoolVar(&force, "force", false, "do it")', ["--force"]],
    ['+    #[arg(long = "dry-run")]', ["--dry-run"]],
    ["-class Cart:", ["Cart"]],
  ])("%j: %j", (change, symbols) => {
    expect(symbolsInChange(change)).toEqual(symbols);
  });

  test("the more telling come first, six at most", () => {
    const change =
      "+const a12 = 1;\n+const b12 = 2;\n+function run() {\n+class Box {\n+enum Kind {\n+let c12 = 3;\n+let d12 = 4;";
    expect(symbolsInChange(change)).toEqual(["run", "Box", "Kind", "a12", "b12", "c12"]);
  });

  test.each([
    "+the class hierarchy is too deep",
    "+a type of error that comes back",
    "+  let me explain the type checks",
    "+if (isReady(state)) {",
    "+\tif shouldSkip(path) {",
    "+  for (const item of items) {",
    "+  while (hasNext()) {",
    "+\tdefer func() {",
    '+spawn("git", ["log", "--oneline"]);',
    "+  return total(items);",
    "+} else if (last(items)) {",
    "+// call the function when the test is done",
    '+import { type Cart } from "./cart.js";',
    "+- static files are served first",
    "+static int",
    "+  } catch (error) { log(error); }",
    "+  if (isReady(state)) { start(); }",
    "+  items = items.map((item) => item.id);",
    "+  useEffect(() => { start(); }, []);",
    "",
  ])("%j declares nothing", (change) => {
    expect(symbolsInChange(change)).toEqual([]);
  });
});
