import { describe } from "vitest";
import { tellsStory } from "../plugin-story.js";

describe("pi", () => tellsStory("pi"));
