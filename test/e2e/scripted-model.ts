import { MAKERS, type MakerWire } from "../library/llm/maker.js";
import { type Act, type Asked, ScriptedServer } from "../library/llm/scripted-server.js";

export type Maker = MakerWire["name"];

/** What the model does when it is asked. */
export interface Reply {
  readonly pieces: readonly string[];
  /** After the pieces: ends as it should, says no more, or breaks the line. */
  readonly after?: "end" | "hang" | "hang up";
  /** Milliseconds before each piece. */
  readonly pause?: number;
  /** Refuses instead. */
  readonly status?: number;
}

/** What the model was asked, whatever the protocol. */
export interface Heard {
  readonly maker: Maker;
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const USAGE = { asked: 1_204, answered: 310 };

/** A language model on loopback that speaks all three protocols and says what it is told to. */
export class ScriptedModel {
  readonly heard: Heard[] = [];
  answer: (heard: Heard) => Reply = ({ messages }) => ({
    pieces: ["You said: ", messages.at(-1)?.content ?? ""],
  });

  private constructor(readonly server: () => ScriptedServer) {}

  static async start(): Promise<ScriptedModel> {
    const model = new ScriptedModel(() => server);
    const server = await ScriptedServer.start((asked) => model.#reply(asked));
    return model;
  }

  /** As it is written behind `--model`. */
  name(maker: Maker): string {
    return `${maker}:scripted@${this.server().url}${maker === "openai" ? "/v1" : ""}`;
  }

  #reply({ path, body }: Asked): ReturnType<Parameters<typeof ScriptedServer.start>[0]> {
    const wire = MAKERS.find((maker) => path.endsWith(maker.path));
    if (wire === undefined) throw new Error(`No maker has ${path}`);
    const { messages = [] } = body;
    const system =
      typeof body["system"] === "string"
        ? body["system"]
        : messages.find(({ role }) => role === "system")?.content;
    const heard = {
      maker: wire.name,
      system: system ?? "",
      messages: messages.filter(({ role }) => role !== "system"),
    };
    this.heard.push(heard);
    const reply = this.answer(heard);
    const { status = 200 } = reply;
    if (status !== 200) return { status, acts: [wire.refusal("scripted refusal")] };
    return { headers: { "content-type": wire.type }, acts: actsOf(wire, reply) };
  }
}

function actsOf(wire: MakerWire, { pieces, after = "end", pause = 0 }: Reply): Act[] {
  const said = pieces.flatMap((piece) => [{ wait: pause }, wire.begin([piece])]);
  return [...said, after === "end" ? wire.write({ text: [], usage: USAGE }) : after];
}
