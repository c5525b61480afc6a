import { type Model, modelOf } from "../../src/text/sentence/model.js";
import { readExamples } from "../statement/example.js";
import { learn } from "../statement/learn.js";
import { type GoldCase, repositoryOf } from "./gold.js";

/** For each repository, a classifier that has not seen its sentences: as sure of them as it will be of unknown ones. */
export function labelsWithout(cases: ReadonlyMap<string, GoldCase>): Map<string, Model> {
  const repositories = [...new Set([...cases.keys()].map(repositoryOf))].sort();
  const sentences = readExamples();
  return new Map(
    repositories.map((name) => [name, modelOf(learn(sentences.filter(({ project }) => project !== name)))]),
  );
}

/** What belongs to the repository of a stream. */
export function of<T>(models: ReadonlyMap<string, T>, stream: string): T {
  const model = models.get(repositoryOf(stream));
  if (model === undefined) throw new Error(`There is no model for ${stream}.`);
  return model;
}
