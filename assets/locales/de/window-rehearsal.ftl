### What a dry run foresees.

## Words

window-rehearsal-do = Probelauf
window-rehearsal-label = Probelauf: was der Auftrag tun würde
window-rehearsal-counting = Wird gezählt; nichts wird geändert

## Facts, a line for each. $all is a number of items and more of them, as told by window-rehearsal-all.

window-rehearsal-all = { $items }, davon { $folders }
window-rehearsal-all-size = { $items }, davon { $folders }, { $size }
window-rehearsal-copied = Wird kopiert: { $all }
window-rehearsal-renamed = Wird sofort umbenannt: { $all }
window-rehearsal-moved = { $all }; { $shown } sofort umbenannt, die übrigen kopiert
window-rehearsal-shared = Der Speicher wird mit den Originalen geteilt
window-rehearsal-needs = Braucht { $needed }, { $free } frei
window-rehearsal-makes = Der Ordner wird angelegt
window-rehearsal-taken-file =
    { $count ->
        [one] { $shown } Datei ist schon vorhanden
       *[other] { $shown } Dateien sind schon vorhanden
    }
window-rehearsal-unchanged =
    { $count ->
        [one] { $shown } Datei ist schon vorhanden und wird nicht geändert
       *[other] { $shown } Dateien sind schon vorhanden und werden nicht geändert
    }
window-rehearsal-failing =
    { $count ->
        [one] { $shown } Objekt würde fehlschlagen: { $reasons }
       *[other] { $shown } Objekte würden fehlschlagen: { $reasons }
    }
window-rehearsal-failing-item = { $name } ({ $reason })
