### Ordner, die verglichen und abgeglichen werden.

## Warum zwei Ordner nicht abgeglichen werden können.

step-same-folder = Beide Seiten zeigen diesen Ordner; auf einer einen anderen öffnen
step-inside = Einer dieser Ordner liegt im anderen

## Was mit einem Objekt geschah, seit beide Seiten gleich waren.

since-removed-right = rechts entfernt, seit beide es hatten
since-removed-left = links entfernt, seit beide es hatten
since-changed-left-removed-right = links geändert und rechts entfernt, seit beide gleich waren
since-changed-right-removed-left = rechts geändert und links entfernt, seit beide gleich waren
since-changed-right = rechts geändert, seit beide gleich waren
since-changed-left = links geändert, seit beide gleich waren
since-changed-both = auf beiden Seiten geändert, seit sie gleich waren

## Warum nicht gilt, was zwei Ordner gemeinsam hatten.

doubt-unreadable = was sie gemeinsam hatten, kann nicht gelesen werden
doubt-damaged = die Datei darüber, was sie gemeinsam hatten, ist beschädigt
doubt-other-folder = einer von ihnen ist ein anderer Ordner als zuvor oder auf einem anderen Datenträger
doubt-other-disk = der Datenträger von einem ist nicht von einem anderen zu unterscheiden
doubt-not-mounted = ein Datenträger in einem von ihnen ist nicht eingehängt oder ein anderer
doubt-empty = einer von ihnen ist leer
