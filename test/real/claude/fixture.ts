import { testWith } from "../fixture.js";

export const test = testWith("claude");
