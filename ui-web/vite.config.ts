import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

// `--mode mock` builds the same UI against a host that replays what the program told once.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), svelteTesting()],
  resolve: {
    alias:
      mode === "mock"
        ? [
            {
              find: /^(\.\.?\/)+host$/,
              replacement: new URL("src/mock/host.ts", import.meta.url).pathname,
            },
          ]
        : [],
  },
  build: { target: "safari16", modulePreload: { polyfill: false }, sourcemap: false },
  // The mock reads the keymaps of the program, which are beside this folder.
  server: { port: 5173, strictPort: true, fs: { allow: [".."] } },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/test/setup.ts"],
    // No test is about how fast a busy machine is.
    testTimeout: 60_000,
  },
}));
