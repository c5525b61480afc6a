import { now } from "../host/clock.js";
import { hostEnv } from "../host/env.js";
import { distil } from "../upkeep/distil/distil.js";

/** `distil.cjs`: has a model note what sessions leave behind. The end of a session and maintenance start it. */
void distil(hostEnv(), now());
