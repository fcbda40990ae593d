### What a dry run foresees.

## Words

window-rehearsal-do = Dry run
window-rehearsal-label = Dry run: what the job would do
window-rehearsal-counting = Counting; nothing is changed

## Facts, a line for each. $all is a number of items and more of them, as told by window-rehearsal-all.

window-rehearsal-all = { $items }, including { $folders }
window-rehearsal-all-size = { $items }, including { $folders }, { $size }
window-rehearsal-copied = { $all } will be copied
window-rehearsal-renamed = { $all } will be renamed at once
window-rehearsal-moved = { $all }; { $shown } renamed at once, the others copied
window-rehearsal-shared = Storage will be shared with the originals
window-rehearsal-needs = Needs { $needed }, { $free } free
window-rehearsal-makes = The folder will be created
window-rehearsal-taken-file =
    { $count ->
        [one] { $shown } file already exists
       *[other] { $shown } files already exist
    }
window-rehearsal-unchanged =
    { $count ->
        [one] { $shown } file already exists and is not changed
       *[other] { $shown } files already exist and are not changed
    }
window-rehearsal-failing =
    { $count ->
        [one] { $shown } item would fail: { $reasons }
       *[other] { $shown } items would fail: { $reasons }
    }
window-rehearsal-failing-item = { $name } ({ $reason })
