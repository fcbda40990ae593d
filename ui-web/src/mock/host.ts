// Replaces `../host.ts` where the page runs in a browser without the program: the same exports, fake data.
//
// `?scene=` chooses what is shown, `?theme=dark` how, and `?still` stops the clock.

import type { Refusal } from "../bindings/desktop/Refusal";
import type { Update } from "../bindings/desktop/Update";
import type { View } from "../bindings/desktop/View";
import type { Commands } from "../model/commands";

import { ANSWERS } from "./answers";
import { checkGranted } from "./granted";
import {
  isStill,
  jobs,
  keys,
  listen,
  panels,
  plans,
  scene,
  settings,
  tell,
  tellJobs,
} from "./machine";
import { fjord } from "./tree";

/** The window this page is in: the compact copier, or the manager. */
export const view: View = scene.view;

/** Begins to tell what the scene shows. */
export async function subscribe(told: (update: Update) => void): Promise<void> {
  listen(told);
  const launched = plans.make("copy", { items: "clipboard" }, { target: "unknown" });
  tell({
    type: "hello",
    view,
    version: "0.0.0",
    preferences: settings.preferences,
    keymap: keys.keymap(),
    mistakes: [],
    commands: ["Word count", "Open a shell here"],
    plan: view === "copier" ? launched.plan : null,
  });
  if (view === "copier") tell({ type: "plan", ...launched });
  if (scene.left === fjord) {
    const marked = ["Drone", "Selects", "DSC_4409.NEF", "DSC_4410.NEF"];
    const nodes = fjord.children.filter((node) => marked.includes(node.name.text));
    panels.left.only(nodes);
    panels.left.stand(nodes[3]!);
  }
  tell({ type: "panel", ...panels.left.state() });
  tell({ type: "panel", ...panels.right.state() });
  tell({ type: "places", places: settings.places });
  tellJobs();
  if (scene.drag) tell({ type: "drag", drag: scene.drag });
  if (scene.notice) tell({ type: "notice", ...scene.notice });
  if (!isStill) {
    setInterval(() => {
      jobs.tick();
      tellJobs();
    }, 250);
  }
}

/** Carries out a command, as the program would. */
export async function call<Name extends keyof Commands>(
  command: Name,
  args: Commands[Name]["args"],
): Promise<Commands[Name]["result"]> {
  checkGranted(command);
  const answer = ANSWERS[command];
  return structuredClone(answer(args));
}

/** Gives the address of a thumbnail: hills under a sky, others for each id. */
export function thumb(id: number): string {
  const hue = (id * 47) % 360;
  const hills = [70, 90].map(
    (top, n) =>
      `<path fill="hsl(${hue} 35% ${45 - n * 20}%)" d="M0 ${top}l40-${18 + (id % 9)} 50 14 40-22 62 30v60H0z"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 128"><rect width="192" height="128" fill="hsl(${hue} 60% 80%)"/><circle cx="${60 + (id % 70)}" cy="36" r="12" fill="#fff6d8"/>${hills.join("")}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Reads what a rejected {@link call} says. */
export function refusal(error: unknown): Refusal {
  if (typeof error === "object" && error !== null && "why" in error) return error as Refusal;
  return { why: "not", text: String(error) };
}
