import { defineConfig } from "vitest/config";

// The built UI in a real browser, against the mock of the program: `npm run test:browser`.
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A machine that is busy with something else may be late once.
    retry: 2,
    // Two browsers at a time: each draws with the processor, and waits more than it draws.
    maxWorkers: 2,
  },
});
