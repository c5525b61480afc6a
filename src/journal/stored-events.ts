import type { TidemarkEvent } from "../event/registry.js";
import type { Writer } from "../store/port.js";
import { readLeft } from "./read.js";

/** A session's events in order. Undefined where the journal has lost some: then the model knows more, and is kept. */
export function storedEvents(
  home: string,
  writer: Writer,
  project: string,
  session: string,
): TidemarkEvent[] | undefined {
  const pointers = writer.events(project, session);
  const found = new Map<string, TidemarkEvent>();
  for (const file of new Set(pointers.map((pointer) => pointer.file))) {
    const places = pointers.filter((pointer) => pointer.file === file);
    const readings = readLeft(home, file, places);
    if (readings.some(({ is }) => is === "malformed") || readings.length < places.length) return undefined;
    for (const reading of readings) if (reading.is === "event") found.set(reading.event.id, reading.event);
  }
  return pointers.flatMap((pointer) => found.get(pointer.id) ?? []);
}
