/** Texts of the kinds that conversations are made of. */
export const SAMPLES: { readonly [kind: string]: string } = {
  prose: `The tide gauge in the harbour stopped sending its readings on Tuesday evening, and nobody noticed until the
morning ferry was late. We looked at the log first: the last line was written at ten past nine, and after that the
file did not grow any more. The process was still there, waiting for an answer that never came, because the request
had no time limit. Once it was started again, everything went on as before, and the two missing hours could be filled
in from the second gauge on the other side of the pier.

What should we change? A limit for each request is the obvious part, and it is a small patch. It is less obvious who
ought to be told when readings stop. A message to everybody is soon ignored; a message to one person is lost when that
person is away. I would suggest that the gauge writes down when it last heard from the sensor, and that the page which
everybody has open in the morning shows it in red after ten minutes. That costs nothing and needs no new service.`,
  code: `import { readFileSync } from "node:fs";

/** One measurement of the gauge, in centimetres above the mark. */
export interface Reading {
  readonly at: number;
  readonly level: number;
}

const LONGEST_GAP = 10 * 60 * 1000;

/** Reads the readings of a day, oldest first. A line that cannot be read is passed over. */
export function readDay(path: string): Reading[] {
  const readings: Reading[] = [];
  for (const line of readFileSync(path, "utf8").split("\\n")) {
    const reading = parseLine(line);
    if (reading !== undefined) readings.push(reading);
  }
  return readings.sort((one, other) => one.at - other.at);
}

/** The times at which nothing was measured for longer than it should be. */
export function gapsIn(readings: readonly Reading[]): number[] {
  const gaps: number[] = [];
  let previous: Reading | undefined;
  for (const reading of readings) {
    if (previous !== undefined && reading.at - previous.at > LONGEST_GAP) gaps.push(previous.at);
    previous = reading;
  }
  return gaps;
}

function parseLine(line: string): Reading | undefined {
  const [time, level] = line.split(",");
  if (time === undefined || level === undefined) return undefined;
  const at = Date.parse(time);
  const value = Number(level);
  return Number.isNaN(at) || Number.isNaN(value) ? undefined : { at, level: value };
}
`,
  JSON: JSON.stringify(
    {
      name: "harbour-gauge",
      version: "2.4.1",
      sensors: [
        { id: "north-pier", kind: "ultrasonic", interval: 60, unit: "cm", enabled: true, offset: -12.5 },
        { id: "south-pier", kind: "pressure", interval: 300, unit: "cm", enabled: false, offset: 3.25 },
      ],
      alerts: { silence: { after: "10m", notify: ["page", "mail"] }, level: { above: 420, below: 35 } },
      storage: { path: "/var/lib/gauge/readings.db", keep: "90d", compress: true },
      description: "Measures the level of the water and tells the people at the harbour when it rises.",
    },
    null,
    2,
  ),
  French: `Le marégraphe du port a cessé d'envoyer ses mesures mardi soir, et personne ne s'en est aperçu avant que le
bac du matin ne soit en retard. Nous avons d'abord regardé le journal : la dernière ligne avait été écrite à neuf
heures dix, et le fichier n'avait plus grandi depuis. Le processus était toujours là, en attente d'une réponse qui ne
venait pas, parce que la requête n'avait pas de délai. Une fois relancé, tout a repris comme avant, et les deux heures
manquantes ont pu être complétées à partir du second appareil, de l'autre côté de la jetée.

Que faut-il changer ? Un délai pour chaque requête, c'est évident, et la modification est petite. Il est moins évident
de savoir qui doit être prévenu quand les mesures s'arrêtent. Un message à tout le monde est vite ignoré ; un message à
une seule personne se perd quand elle est absente. Je propose que l'appareil note le moment où il a entendu le capteur
pour la dernière fois, et que la page ouverte chaque matin l'affiche en rouge après dix minutes.`,
};
