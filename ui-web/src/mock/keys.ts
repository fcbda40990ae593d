// The mock's keys: those of a preset, and the changes of the user, which are forgotten with the page.

import type { KeyClash } from "../bindings/desktop/KeyClash";
import type { Keymap } from "../bindings/desktop/Keymap";
import type { KeysAsk } from "../bindings/desktop/KeysAsk";
import { named } from "../model/keys";

type Pair = [string, string];

function spelled(keys: string): string {
  return keys.split(" ").map(named).join(" ");
}

/** Keys that can be changed. */
export class MockKeys {
  private now: Keymap;

  constructor(private readonly preset: Keymap) {
    this.now = structuredClone(preset);
  }

  keymap(): Keymap {
    return structuredClone(this.now);
  }

  /** Makes a change, or gives what stands against it. */
  change(ask: KeysAsk): KeyClash[] {
    const { table } = ask;
    const pairs = this.now[table];
    switch (ask.ask) {
      case "bind": {
        const [mine, old] = [spelled(ask.keys), ask.instead_of && spelled(ask.instead_of)];
        const hides = ([keys]: Pair) => {
          const other = spelled(keys);
          return other === mine || other.startsWith(`${mine} `) || mine.startsWith(`${other} `);
        };
        const lost = pairs.filter(
          (pair) => hides(pair) && pair[1] !== ask.action && spelled(pair[0]) !== old,
        );
        if (lost.length > 0 && !ask.replaces)
          return lost.map(([keys, action]) => ({ keys, action, command: false }));
        const rest = pairs.filter((pair) => !hides(pair) && spelled(pair[0]) !== old);
        this.now[table] = [[ask.keys, ask.action], ...rest];
        return [];
      }
      case "unbind":
        this.now[table] = pairs.filter(([keys]) => spelled(keys) !== spelled(ask.keys));
        return [];
      case "reset": {
        const isMeant = ([, action]: Pair) => ask.actions.includes(action);
        const usual = this.preset[table].filter(isMeant);
        const taken = new Set(usual.map(([keys]) => spelled(keys)));
        const rest = pairs.filter((pair) => !isMeant(pair) && !taken.has(spelled(pair[0])));
        this.now[table] = [...rest, ...usual];
        return [];
      }
    }
  }
}
