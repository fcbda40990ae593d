import type { PlaceState } from "../../bindings/desktop/PlaceState";
import { text } from "../../text";

/** Gives the name of a place: translated, where every machine has it. */
export function placeName(place: PlaceState): string {
  const names: Partial<Record<PlaceState["kind"], string>> = text.manager.placeNames;
  return names[place.kind] ?? place.name.text;
}
