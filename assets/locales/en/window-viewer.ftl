### The viewer.

## General

window-viewer-label = View { $name }
window-viewer-text = Content of { $name }
window-viewer-loading = Loading
window-viewer-find = Find
window-viewer-find-hint = Text, or bytes as x:DEADBEEF
window-viewer-next = Next match
window-viewer-previous = Previous match
window-viewer-go = Go to
window-viewer-go-hint = Line, 50% or 0x1F00
window-viewer-mode = Show as

## How a file is shown

window-viewer-modes-auto = Detected
window-viewer-modes-bytes = Bytes

## More words

window-viewer-wrap = Wrap lines
window-viewer-numbers = Line numbers
window-viewer-follow = Follow new lines
window-viewer-open = Open with the default program
window-viewer-close = Close
window-viewer-position = Position in the file
window-viewer-picture = Picture { $name }
window-viewer-keys = In the viewer

## What actions and keys do

window-viewer-actions-escape = Close
window-viewer-actions-up = One line up
window-viewer-actions-down = One line down
window-viewer-actions-page-up = One page up
window-viewer-actions-page-down = One page down
window-viewer-actions-half-page-up = Half a page up
window-viewer-actions-half-page-down = Half a page down
window-viewer-actions-first = To the beginning
window-viewer-actions-last = To the end
window-viewer-actions-viewer-close = Close
window-viewer-actions-viewer-edit = Open with the default program
window-viewer-actions-viewer-find = Find
window-viewer-actions-viewer-find-back = Find
window-viewer-actions-viewer-find-next = Next match
window-viewer-actions-viewer-find-previous = Previous match
window-viewer-actions-viewer-follow = Follow new lines
window-viewer-actions-viewer-go-to = Go to a line or a byte
window-viewer-actions-viewer-hex = Show as bytes or as text
window-viewer-actions-viewer-left = To the left
window-viewer-actions-viewer-next = Next file
window-viewer-actions-viewer-numbers = Line numbers
window-viewer-actions-viewer-preview = Close, and show the preview
window-viewer-actions-viewer-previous = Previous file
window-viewer-actions-viewer-reload = Read the file again
window-viewer-actions-viewer-right = To the right
window-viewer-actions-viewer-encoding = Encoding
window-viewer-actions-viewer-wrap = Wrap lines

## More words, 2

window-viewer-searching = Searching
window-viewer-search-stopped = Search stopped
window-viewer-last-file = This is the last file of the panel
window-viewer-first-file = This is the first file of the panel

## How large a file is, and where a search ended

window-viewer-lines =
    { $count ->
        [one] { $shown } line
       *[other] { $shown } lines
    }
window-viewer-found = Found
window-viewer-not-found = Not found
# These three are joined by commas; the first letter becomes a capital.
window-viewer-found-which = match { $nth } of { $all }
window-viewer-found-where = line { $line }, column { $column }
window-viewer-found-wrapped = continued from the other end
