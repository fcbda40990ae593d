import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";

import Spoken from "./Spoken.svelte";

afterEach(() => void vi.useRealTimers());

test("what changes all the time is said at most once in five seconds, and the last of it always", async () => {
  vi.useFakeTimers();
  const { rerender } = render(Spoken, { said: "0 compared" });
  const heard = new Set<string | null>();
  for (let n = 1; n <= 100; n++) {
    await rerender({ said: `${n} compared` });
    await vi.advanceTimersByTimeAsync(150);
    heard.add(screen.getByRole("status").textContent);
  }
  expect(heard.size).toBeLessThanOrEqual(4);
  await vi.advanceTimersByTimeAsync(5000);
  expect(screen.getByRole("status").textContent).toBe("100 compared");
});
