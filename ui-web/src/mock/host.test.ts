import { expect, test } from "vitest";

import capability from "../../../desktop/capabilities/windows.json";

import { ANSWERS, call, refusal } from "./host";

test("the mock answers the commands that the program grants to its pages, and no others", async () => {
  const granted = capability.permissions.map((it) => it.replace("allow-", "").replaceAll("-", "_"));
  // `subscribe` is called by the host itself.
  expect([...Object.keys(ANSWERS), "subscribe"].sort()).toEqual(granted.sort());
  const refused = call("unheard_of" as "discard", { plan: 1 });
  expect(refusal(await refused.catch((error: unknown) => error))).toMatchObject({ why: "not" });
});
