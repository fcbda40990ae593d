### The viewer.

## Where in the document the screen stands.

viewer-opening = opening
viewer-picture = picture
viewer-all = all
viewer-lines = lines { $first }–{ $last }
viewer-line = line { $shown }
viewer-line-and-column = line { $line }, column { $column }
viewer-byte = byte { $shown }
viewer-follows = Follows the end

## Searches, and places to go to.

viewer-find = Find
viewer-find-above = Find above
viewer-go-to = Go to
viewer-go-to-note = a line, 50%, or byte 0x1F00
viewer-go-to-wrong = Type a line, a part as 50%, or a byte as 0x1F00
viewer-no-search = Nothing searched yet; press /
viewer-searching = searching
viewer-search-stopped = stopped
viewer-not-found = not found
# Behind the number of a hit and a comma: the search went on there.
viewer-from-the-end = from the end
viewer-from-the-start = from the start
viewer-next = next
viewer-previous = previous
viewer-stop = stop

## Pictures.

viewer-few-colours = This terminal has too few colours for pictures
viewer-no-pictures = This terminal shows no pictures
viewer-not-encoded = The picture could not be encoded
