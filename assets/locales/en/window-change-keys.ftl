### The page on which keys are changed.

## Words of the page

window-change-keys-open = Change keys…
window-change-keys-title = Keys
window-change-keys-find = Find an action or a key
window-change-keys-nothing = No action was found
window-change-keys-list = Actions and their keys
window-change-keys-add-short = Add
window-change-keys-press = Press a key
window-change-keys-press-hint = Esc cancels
window-change-keys-use = Use
window-change-keys-more = Add a key of a sequence
window-change-keys-again = Press another key
window-change-keys-cancel = Cancel
window-change-keys-replace = Replace
window-change-keys-reset-all = Reset all
window-change-keys-reset-all-ask = Remove all your changes of keys that are listed here?
window-change-keys-stored = Changes of the keymap { $preset } are stored in config.toml, which fcp-tui reads as well.
window-change-keys-change = Change { $key } of { $action }
window-change-keys-remove = Remove { $key } from { $action }
window-change-keys-add = Add a key to { $action }
window-change-keys-reset = Reset keys of { $action }
window-change-keys-fixed = { $key }: every window has this key
window-change-keys-is-fixed = { $key } is { $action } in every window, and cannot be changed.
window-change-keys-removed = Removed { $key }
window-change-keys-command = the command “{ $name }”
window-change-keys-taken = { $key } is used by { $actions }.
window-change-keys-was-reset =
    { $count ->
        [one] Reset the keys of { $shown } action
       *[other] Reset the keys of { $shown } actions
    }
