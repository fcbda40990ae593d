### Ordner, die verglichen und abgeglichen werden.

## Warum zwei Ordner nicht abgeglichen werden können.

step-same-folder = Beide Seiten zeigen diesen Ordner; auf einer einen anderen öffnen
step-inside = Einer dieser Ordner liegt im anderen

## Was mit einem Objekt geschah, seit beide Seiten gleich waren.

since-removed-right = rechts entfernt seit dem letzten Abgleich
since-removed-left = links entfernt seit dem letzten Abgleich
since-changed-left-removed-right = links geändert und rechts entfernt seit dem letzten Abgleich
since-changed-right-removed-left = rechts geändert und links entfernt seit dem letzten Abgleich
since-changed-right = rechts geändert seit dem letzten Abgleich
since-changed-left = links geändert seit dem letzten Abgleich
since-changed-both = auf beiden Seiten geändert seit dem letzten Abgleich

## Warum nicht gilt, was zwei Ordner gemeinsam hatten.

doubt-unreadable = der gespeicherte Stand der beiden Ordner kann nicht gelesen werden
doubt-damaged = der gespeicherte Stand der beiden Ordner ist beschädigt
doubt-other-folder = einer von ihnen ist ein anderer Ordner als zuvor oder auf einem anderen Datenträger
doubt-other-disk = der Datenträger eines der Ordner hat keine Kennung
doubt-not-mounted = ein Datenträger in einem von ihnen ist nicht eingehängt oder ein anderer
doubt-mounted-since = in einem von ihnen ist ein Datenträger eingehängt, der zuvor nicht da war
doubt-empty = einer von ihnen ist leer
doubt-undone = in einem von ihnen wurde seit dem letzten Abgleich ein Auftrag rückgängig gemacht
