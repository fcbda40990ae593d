// A browser that shows the built mock, as tests see it.

import { existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";

const ROOT = fileURLToPath(new URL("../dist-mock", import.meta.url));
const AXE = fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Where pictures go for people to look at; unset, none are taken. */
const PICTURES = process.env.FCP_PICTURES;

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** What a scene is opened with. */
export interface Options {
  theme?: "light" | "dark";
  lang?: "en" | "de";
  /** Whether jobs move. */
  moving?: boolean;
  width?: number;
  height?: number;
  /** Whether the system forces its own colours, as high contrast does. */
  forced?: boolean;
}

function serve(): Server {
  return createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://mock").pathname;
    const file = join(ROOT, normalize(path === "/" ? "/index.html" : path));
    readFile(file).then(
      (body) =>
        response
          .writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" })
          .end(body),
      // The icon that browsers ask for by themselves, and nothing else, is missing without an error.
      () => response.writeHead(path === "/favicon.ico" ? 204 : 404).end(),
    );
  });
}

/** Starts a browser for the tests of a file; gives what opens a scene. */
export function browser(): (scene: string, options?: Options) => Promise<Page> {
  let server: Server;
  let started: Browser;
  let pages: { page: Page; errors: string[] }[] = [];

  beforeAll(async () => {
    expect(existsSync(join(ROOT, "index.html")), "npm run build:mock comes first").toBe(true);
    server = serve();
    await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
    started = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  });

  afterAll(async () => {
    const errors = pages.flatMap((it) => it.errors);
    pages = [];
    await started?.close();
    await new Promise((closed) => server?.close(closed));
    expect(errors).toEqual([]);
  });

  return async (
    scene,
    {
      theme = "light",
      lang = "en",
      moving = false,
      width = 1280,
      height = 800,
      forced = false,
    } = {},
  ) => {
    const page = await started.newPage({
      forcedColors: forced ? "active" : "none",
      viewport: { width, height },
      reducedMotion: "reduce",
      timezoneId: "UTC",
      locale: "en-GB",
    });
    await page.clock.install({ time: "2026-11-21T14:10:00Z" });
    page.setDefaultTimeout(30_000);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(`${scene}: ${error.stack ?? error.message}`));
    page.on("console", (said) => {
      if (said.type() === "error") errors.push(`${scene}: ${said.text()}`);
    });
    pages.push({ page, errors });
    const { port } = server.address() as AddressInfo;
    const still = moving ? "" : "&still";
    await page.goto(`http://127.0.0.1:${port}/?scene=${scene}&theme=${theme}&lang=${lang}${still}`);
    await page.locator("#app > *").first().waitFor();
    return page;
  };
}

/** Fails with what axe finds wrong on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ path: AXE });
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    // A window of regions has no one heading above them all.
    const rules = { "page-has-heading-one": { enabled: false } };
    const { violations } = await axe.run({ rules });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
    );
  });
  expect(found).toEqual([]);
}

/** Takes a picture for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
