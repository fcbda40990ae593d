import { render } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { aJob } from "../../mock/samples";
import { app } from "../../model/store.svelte";
import { settle } from "../../test/dialogs";
import { asked, tell } from "../../test/host";
import { prepare, show } from "../../test/manager";
import Preview from "./Preview.svelte";

vi.mock("../../host", () => import("../../test/host"));

prepare();

test("a file is previewed once, and not each time that jobs tell how far they are", async () => {
  await show({ marked: 0 });
  render(Preview);
  await settle();
  const before = asked("preview").length;
  for (const percent of [1, 2, 3]) {
    tell({ type: "jobs", rows: [{ ...aJob, percent }], gone: [], lanes: [], all: app().all });
    await settle();
  }
  expect(asked("preview")).toHaveLength(before);
  tell({ type: "panel", ...app().panels.left!, cursor: 3 });
  await settle();
  expect(asked("preview")).toHaveLength(before + 1);
});
