// Learns from all recorded streams and writes src/brief/choose/weights.ts.
import { examplesOf } from "./example.js";
import { learn, writeWeights } from "./learn.js";
import { streamNames } from "./stream.js";

writeWeights(learn(streamNames().flatMap(examplesOf)));
