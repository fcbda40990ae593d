### The page on which keys are changed.

## Words of the page

window-change-keys-open = Tasten ändern …
window-change-keys-title = Tasten
window-change-keys-find = Eine Aktion oder Taste suchen
window-change-keys-nothing = Keine Aktion gefunden
window-change-keys-list = Aktionen und ihre Tasten
window-change-keys-add-short = Hinzufügen
window-change-keys-press = Eine Taste drücken
window-change-keys-press-hint = Esc bricht ab
window-change-keys-use = Verwenden
window-change-keys-more = Taste einer Folge hinzufügen
window-change-keys-again = Eine andere Taste drücken
window-change-keys-cancel = Abbrechen
window-change-keys-replace = Ersetzen
window-change-keys-reset-all = Alle zurücksetzen
window-change-keys-reset-all-ask = Alle eigenen Änderungen der hier gezeigten Tasten entfernen?
window-change-keys-stored = Änderungen der Tastenbelegung { $preset } werden in config.toml gespeichert, die auch fcp-tui liest.
window-change-keys-change = { $key } von { $action } ändern
window-change-keys-remove = { $key } von { $action } entfernen
window-change-keys-add = Taste für { $action } hinzufügen
window-change-keys-reset = Tasten von { $action } zurücksetzen
window-change-keys-fixed = { $key }: Jedes Fenster hat diese Taste
window-change-keys-is-fixed = { $key } ist in jedem Fenster „{ $action }“ und lässt sich nicht ändern.
window-change-keys-removed = { $key } entfernt
window-change-keys-command = der Befehl „{ $name }“
window-change-keys-taken = { $key } gehört schon zu: { $actions }.
window-change-keys-was-reset =
    { $count ->
        [one] Tasten von { $shown } Aktion zurückgesetzt
       *[other] Tasten von { $shown } Aktionen zurückgesetzt
    }
