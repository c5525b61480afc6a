import type { Layout, LayoutName } from "./layout.js";
import { LAYOUTS, layouts } from "./layouts.js";

export const layoutNames: readonly LayoutName[] = layouts.map(({ name }) => name);

export function layoutNamed(name: LayoutName): Layout {
  return LAYOUTS[name];
}
