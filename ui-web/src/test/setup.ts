import { configure } from "@testing-library/svelte";
import "@testing-library/svelte/vitest";
import { afterEach, vi } from "vitest";

import { checkGranted } from "../mock/granted";

// As in `vite.config.ts`: a busy machine may take its time.
configure({ asyncUtilTimeout: 30_000 });

// jsdom draws nothing: it knows no modal dialogs, no sizes, and not what is at a point.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
  const inside = [...this.querySelectorAll<HTMLElement>("button, input, select")];
  (inside.find((element) => element.autofocus) ?? inside[0])?.focus();
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};
HTMLElement.prototype.setPointerCapture ??= () => {};
HTMLElement.prototype.releasePointerCapture ??= () => {};
HTMLElement.prototype.hasPointerCapture ??= () => false;
document.elementFromPoint ??= () => null;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Tests say what happens, not how fast: a busy machine may take its time.
vi.setConfig({ testTimeout: 30_000 });

// Whatever a test lets a command answer, the program refuses one that it does not grant.
afterEach(async () => {
  const { call } = await import("./host");
  for (const [name] of call.mock.calls) checkGranted(name);
});
