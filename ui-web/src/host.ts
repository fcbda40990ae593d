// The only file that calls Tauri: it sends commands, and receives updates over one ordered channel.

import { Channel, invoke } from "@tauri-apps/api/core";

import type { Refusal } from "./bindings/desktop/Refusal";
import type { Update } from "./bindings/desktop/Update";
import type { View } from "./bindings/desktop/View";
import type { Commands } from "./model/commands";
import { paced } from "./pace";

/** The window this page is in: the compact copier, or the manager. */
export const view: View = location.search.includes("copier") ? "copier" : "manager";

/** Opens the channel; the first update is `hello`, and each one arrives in order. */
export async function subscribe(told: (update: Update) => void): Promise<void> {
  const updates = new Channel<Update>();
  updates.onmessage = paced(told);
  await invoke("subscribe", { view, updates });
}

/**
 * Asks the program to do something; what comes of it arrives as updates.
 *
 * Rejects with a {@link Refusal}.
 */
export function call<Name extends keyof Commands>(
  name: Name,
  args: Commands[Name]["args"],
): Promise<Commands[Name]["result"]> {
  return invoke<Commands[Name]["result"]>(name, args);
}

/** Gives the address of a thumbnail. */
export function thumb(id: number, size: "small" | "large" | "full" = "small"): string {
  return `thumb://localhost/${id}${size === "small" ? "" : `?${size}`}`;
}

/** Reads what a rejected {@link call} says. */
export function refusal(error: unknown): Refusal {
  if (typeof error === "object" && error !== null && "why" in error) return error as Refusal;
  return { why: "not", text: String(error) };
}
