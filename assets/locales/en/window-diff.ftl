### The page that shows how two files differ.

## Words of the page

window-diff-title = Compare files
window-diff-loading = Reading both files
window-diff-table = Lines of both files
window-diff-bytes = Bytes of both files
window-diff-left = Left file
window-diff-right = Right file
window-diff-line = Line
window-diff-change = Change
window-diff-next = Next difference
window-diff-previous = Previous difference
window-diff-ignore-space = Ignore spaces
window-diff-wrap = Wrap lines
window-diff-again = Compare again
window-diff-open = Show differences
window-diff-none = There is no other difference in this direction
window-diff-no-break = no line break
window-diff-at = Difference { $nth } of { $all }

## What a row is, for users of a screen reader

window-diff-only-right = only on the right
window-diff-only-left = only on the left
window-diff-changed = changed

## What the comparison found. $bytes is a number of bytes, as "3 bytes".

window-diff-same = Both files have the same content, { $bytes }.
window-diff-spaces = Only spaces differ.
window-diff-differences =
    { $count ->
        [one] { $shown } difference
       *[other] { $shown } differences
    }
window-diff-rough = { $differences }, found roughly: the files differ much
window-diff-large = The files are too large to be compared line by line. { $where }
window-diff-not-text = At least one file is not text. { $where }
window-diff-ends =
    { $side ->
        [left] The left file ends after { $bytes }.
       *[right] The right file ends after { $bytes }.
    }
window-diff-offset = The first difference is at offset { $offset } ({ $hex }).
