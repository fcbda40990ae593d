import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Tells the page of the mock its language by `?lang=de`, as the program does: before any script of the page. */
const mockLanguage: Plugin = {
  name: "mock-language",
  transformIndexHtml: () => [
    {
      tag: "script",
      injectTo: "head-prepend",
      children:
        "document.documentElement.lang = new URLSearchParams(location.search).get('lang') ?? 'en';",
    },
  ],
};

// `--mode mock` builds the same UI against a host that replays what the program told once.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), svelteTesting(), ...(mode === "mock" ? [mockLanguage] : [])],
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
    // By default one of two processors would be idle. Threads start faster than processes.
    pool: "threads",
    maxWorkers: "100%",
    // No test is about how fast a busy machine is.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
