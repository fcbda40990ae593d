// The mock's keys: those of a preset, and the changes of the user, which are forgotten with the page.

import type { KeyClash } from "../bindings/desktop/KeyClash";
import type { Keymap } from "../bindings/desktop/Keymap";
import type { KeysAsk } from "../bindings/desktop/KeysAsk";
import { named } from "../model/keys";

type Pair = [string, string];

function spelled(keys: string): string {
  return keys.split(" ").map(named).join(" ");
}

/** Says which keys cannot mean something beside others. */
function hiddenBy(keys: string): (pair: Pair) => boolean {
  const mine = spelled(keys);
  return ([keys]) => {
    const other = spelled(keys);
    return other === mine || other.startsWith(`${mine} `) || mine.startsWith(`${other} `);
  };
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
    if (ask.ask === "unbind_command" || ask.ask === "bind_command") return this.changeCommand(ask);
    const { table } = ask;
    const pairs = this.now[table];
    switch (ask.ask) {
      case "bind": {
        const old = ask.instead_of && spelled(ask.instead_of);
        const hides = hiddenBy(ask.keys);
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

  private changeCommand(ask: Extract<KeysAsk, { command: string }>): KeyClash[] {
    const others = this.now.commands.filter(([, name]) => name !== ask.command);
    if (ask.ask === "unbind_command") {
      this.now.commands = others;
      return [];
    }
    const hides = hiddenBy(ask.keys);
    const actions = this.now.panels.filter(hides);
    const commands = others.filter(hides);
    if (actions.length + commands.length > 0 && !ask.replaces)
      return [
        ...actions.map(([keys, action]) => ({ keys, action, command: false })),
        ...commands.map(([keys, action]) => ({ keys, action, command: true })),
      ];
    this.now.panels = this.now.panels.filter((pair) => !hides(pair));
    this.now.commands = [...others.filter((pair) => !hides(pair)), [ask.keys, ask.command]];
    return [];
  }
}
