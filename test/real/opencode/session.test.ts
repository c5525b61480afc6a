import { describe } from "vitest";
import { tellsStory } from "../plugin-story.js";

describe("OpenCode", () => tellsStory("opencode"));
