import { fireEvent, screen, within } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import { answers, button, dialog, open, prepare, settle } from "../../test/dialogs";
import { asked, panel, tell } from "../../test/host";

vi.mock("../../host", () => import("../../test/host"));

prepare();

describe("links", () => {
  const make = async () => {
    await fireEvent.submit(document.querySelector("form")!);
    await settle();
    return asked("edit").at(-1);
  };

  test("to several entries go into the other panel's folder, and lead there as chosen", async () => {
    const items = { items: "marked", side: "left" } as const;
    tell({ type: "panel", ...panel("right", { path: "/media/Backup SSD" }) });
    await open({ kind: "link", items, id: null, hard: false });
    const into = "/media/Backup SSD/";
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "In folder" }).value).toBe(into);
    await fireEvent.click(screen.getByRole("radio", { name: /^Symlink with a relative path/ }));
    expect(await make()).toMatchObject({
      ask: { edit: "links", items: { items: "marked" }, at: into, side: "right", kind: "relative" },
    });
    expect(dialog()).toBeNull();
  });

  test("to one entry get its name until another is typed, and a refusal is told", async () => {
    const items = { items: "entries" as const, ids: [2] };
    await open({ kind: "link", items, id: 2, hard: true });
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Link at" }).value).toBe(
      "notes.md",
    );
    answers.edit = new Error("There is one already.");
    expect(await make()).toMatchObject({ ask: { at: "notes.md", kind: "hard" } });
    expect(screen.getByRole("alert").textContent).toContain("There is one already.");
  });
});

describe("small changes", () => {
  test("a folder is made by its name; a refusal stands at the field", async () => {
    await open({ kind: "make", what: "directory", side: "right" });
    const name = screen.getByRole("textbox", { name: "Name" });
    answers.edit = new Error("The name is taken.");
    await fireEvent.input(name, { target: { value: "2027" } });
    await fireEvent.submit(document.querySelector("form")!);
    await settle();
    expect(asked("edit")).toEqual([
      { ask: { edit: "make_directory", side: "right", name: "2027" } },
    ]);
    expect(screen.getByRole("alert").textContent).toBe("The name is taken.");
    expect(name.getAttribute("aria-invalid")).toBe("true");
  });

  test("many names change as the preview showed, which follows the rule", async () => {
    await open({ kind: "bulk", side: "left" });
    expect(screen.getByText("1 name changes", { exact: false })).toBeTruthy();
    const find = screen.getByRole("textbox", { name: "Find" });
    await fireEvent.input(find, { target: { value: "a" } });
    await settle();
    expect(asked("rename_preview").at(-1)).toMatchObject({ side: "left", rule: { find: "a" } });
    await fireEvent.click(button(/^Rename 1/));
    await settle();
    expect(asked("rename_all")).toEqual([{ plan: 3 }]);
    expect(dialog()).toBeNull();
    // Only the first preview shows the items anew.
    expect(asked("rename_preview")).toMatchObject([{ opens: true }, { opens: false }]);
  });

  test("names that were refused are shown anew, with the reason", async () => {
    await open({ kind: "bulk", side: "left" });
    answers.rename_all = new Error("It has changed since.");
    await fireEvent.click(button(/^Rename 1/));
    await settle();
    expect(screen.getByRole("alert").textContent).toContain("It has changed since.");
    expect(asked("rename_preview").at(-1)).toMatchObject({ opens: true });
    answers.rename_all = 1;
    await fireEvent.click(button(/^Rename 1/));
    await settle();
    expect(dialog()).toBeNull();
  });

  test("of very many names only those in sight are asked for and drawn", async () => {
    const name = (n: number) => ({ old: { text: `${n}.jpg` }, new: { text: "x" }, problem: null });
    const rows = (from: number) => Array.from({ length: 100 }, (_, n) => name(from + n));
    const counts = { total: 100_000, changed: 100_000, problems: 1, first_problem: 50_000 };
    answers.rename_preview = {
      preview: 3,
      ready: false,
      rows: rows(0),
      ...counts,
      mistake: null,
    };
    answers.rename_rows = rows(49_980);
    await open({ kind: "bulk", side: "left" });
    expect(screen.getByText("0.jpg")).toBeTruthy();
    expect(asked("rename_rows")).toEqual([]);
    expect(button(/^Rename/)).toHaveProperty("disabled", true);
    const box = screen.getByRole("region", { name: "Current and new names" });
    box.scrollTo = (to?: ScrollToOptions | number) => {
      box.scrollTop = (to as ScrollToOptions).top!;
      void fireEvent.scroll(box);
    };
    await fireEvent.click(button(/^Show/));
    await settle();
    await settle();
    expect(asked("rename_rows")).toEqual([{ preview: 3, from: 49_970 }]);
    expect(within(box).getAllByRole("row").length).toBeLessThan(60);
    expect(screen.queryByText("0.jpg")).toBeNull();
  });
});
