// A model writes the summary: TIDEMARK_MODEL names it, such as ollama:llama3.2 or anthropic:claude-sonnet-4-5.
import { languageModel, openTidemark } from "tidemark";

const model = languageModel(process.env["TIDEMARK_MODEL"] ?? "ollama:llama3.2");
const tidemark = openTidemark({ agent: "model-example", model });
const session = tidemark.sessions.create();
for (let n = 1; n <= 30; n++) {
  session.add({ role: "user", content: `Question ${n} about src/part-${n}.ts` });
  session.add({ role: "assistant", content: `Answer ${n}.` });
}
const {
  summary,
  model: by,
  cost,
  failure,
} = await session.compact({
  onText: (piece) => process.stdout.write(piece), // as it is written
});
console.log(`\n${by ?? `without a model: ${failure}`}`);
console.log(cost ?? "it cost nothing");
console.log(session.context().system.includes(summary.slice(0, 40)));
tidemark.close();
