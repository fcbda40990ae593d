### Dialogs with rows to fill in, lists to choose from, and the words on their buttons.

## Buttons and key hints: what a key does. They should be short.

button-add-rule = Add rule
button-again = Again
button-all-keys = All keys
button-all-of-this-kind = All of this kind
button-another-algorithm = Another algorithm
button-answer = Answer
button-answer-marked = Answer marked
button-automatic = Automatic
button-back = Back
button-by-content = By content
button-by-name = By name
button-by-time = By time
button-cancel = Cancel
button-change = Change
button-clear-search = Clear it
button-close = Close
button-compare-in-full = Compare in full
button-complete = Complete
button-condition = Condition
button-copy = Copy
button-copy-command-line = Copy command line
button-copy-these-paths = Copy these paths
button-count-spaces = Count spaces
button-delete = Delete
button-delete-instead = Delete instead
button-delete-permanently = Delete permanently
button-differences = Differences
button-dry-run = Dry run
button-edit-names = Edit names
button-edit-rule = Edit rule
button-empty = Empty
button-extract-anyway = Extract anyway
button-find = Find
button-forget = Forget
button-forget-all = Forget all
button-give-this-one = Give this one
button-go-there = Go there
button-watch = Watch
button-go-to-file = Go to file
button-ignore-spaces = Ignore spaces
button-invert = Invert
button-keep = Keep
button-keep-search = Keep the search
button-later = Later
button-leave = Leave
button-lift-limit = Lift the limit
button-limit = Limit
button-lines = Lines
button-make = Make
button-mark = Mark
button-mark-open = Mark open
button-more = More
button-move = Move
button-move-to-trash = Move to trash
button-next = Next
button-one-by-one = One by one
button-open = Open
button-pack = Pack
button-panels = Panels
button-previous = Previous
button-questions = Questions
button-queue-paused = Queue paused
button-remove = Remove
button-rename = Rename
button-reorder = Reorder
button-report = Report
button-restore = Restore
button-resume = Resume
button-retry-as-administrator = Retry as administrator
button-retry-failed = Retry failed
button-retry-some = Retry { $shown } failed
button-run = Run
button-run-again = Run again
button-set = Set
button-share-storage = Share storage
button-show = Show
button-sideways = Sideways
button-start = Start
button-start-anyway = Start anyway
button-start-copy = Start copy
button-start-extraction = Start extraction
button-start-move = Start move
button-stop = Stop
button-toggle = Toggle
button-trash = Trash
button-trash-instead = Trash instead
button-turn = Toggle
button-unmark = Unmark
button-verify-again = Verify again
button-view = View
button-view-both = View both
button-width = Width

## Labels before a value. They have ten columns at most.

label-below = Below
label-changed = Changed
label-file = File
label-for = For
label-from = From
label-in = In
label-item = Item
label-items = Items
label-now = Now
label-owner = Owner
label-points-to = Points to
label-size = Size
label-to = To
label-type = Type

## Forms: their titles.

form-after = After the queue
form-command = Run a command
form-copy-here = Copy here
form-find = Find
form-go-to = Go to
form-machine = Connect to another machine
form-hard-links = Make hard links
form-limit-all = Limit all jobs
form-limit-disk = Limit this disk
form-limit-job = Limit this job
form-make-file = Make a file
form-make-folder = Make a folder
form-mark = Mark by name
form-open-with = Open with
form-owner = Owner
form-pack = Pack
form-rename = Rename
form-symlinks = Make symlinks
form-unmark = Unmark by name

## Forms with one line: its label (ten columns at most), and a hint.

form-label-command = Command
form-label-folder = Folder
form-label-machine = Machine
form-label-name = Name
form-label-pattern = Pattern
form-label-per-second = Per second
form-label-program = Program
# %f, %s, %d, %F and %D are typed as they are.
form-command-note = %f is the item under the cursor, %s the marked items, %d this folder; %F and %D are those of the other panel
form-copy-here-note = A name in this folder, or a path
form-go-to-note = Tab completes; ~ is your home folder, host:path another machine
form-machine-note = host, or host:path and user@host:path; Tab completes a host of ~/.ssh/config
form-watch-plan-note = The folder of a plan, as fcp plan made it; Tab completes
form-make-file-note = Makes an empty file; end the name with / for a folder
form-make-folder-note = a/b makes both folders
form-mark-note = Part of a name, or a pattern with * and ?
form-open-with-note = The program gets the file as its last argument, or where %f stands
form-pack-note = Ends in .zip, .tar, .tar.gz, .tar.xz or .tar.zst
form-rename-note = Nothing is overwritten

## The speed limit.

limit-all-jobs = all jobs together
# For how many jobs a limit is.
limit-each-job = { $count ->
    [one] each of { $shown } job
   *[other] each of { $shown } jobs
}
limit-none = none
limit-note = 20M, 500k; empty or none lifts it
limit-wrong = a size per second, e.g. 20M or 500k, or none

## Choices: a label (ten columns), its answers (17 columns), and what follows from each.

choice-contents = Contents
choice-contents-leave = leave
choice-contents-leave-note = The items in the folders keep their permissions and owners.
choice-contents-change-too = change too
choice-contents-change-too-note = Everything in the folders changes as well; symlinks are not followed.
choice-then = Then
choice-then-nothing = nothing
choice-then-nothing-note = Nothing follows.
choice-then-run-a-command = run a command
choice-then-run-a-command-note = The command below runs in this folder, without the terminal.
choice-then-suspend = suspend
choice-then-suspend-note = The machine sleeps once no other job runs, either.
choice-then-quit = quit
choice-then-quit-note = The program ends.
choice-target = Target
choice-target-absolute = absolute
choice-target-absolute-note = From the root: the link can be moved, its target cannot.
choice-target-relative = relative
choice-target-relative-note = From the link's folder: both can be moved together.
choice-find-text = Text is
choice-find-text-as-typed = as typed
choice-find-text-as-typed-note = The text as it is typed, wherever it is in a line.
choice-find-text-whole-words = whole words
choice-find-text-whole-words-note = The text as it is typed, with no letter or digit directly beside it.
choice-find-text-a-regex = a regex
choice-find-text-a-regex-note = A regular expression, as in ripgrep; each line is searched by itself.
choice-find-case = Case
choice-find-case-smart = smart
choice-find-case-smart-note = Upper and lower case differ if the text has a capital.
choice-find-case-matters = matters
choice-find-case-matters-note = Upper and lower case differ.
choice-find-case-ignored = ignored
choice-find-case-ignored-note = Upper and lower case are the same.
choice-find-type = Type
choice-find-type-any = any
choice-find-type-any-note = Files, folders, links and special files.
choice-find-type-files = files
choice-find-type-files-note = Everything but folders.
choice-find-type-folders = folders
choice-find-type-folders-note = Folders only.
choice-find-hidden = Hidden
choice-find-hidden-as-the-panel = as the panel
choice-find-hidden-as-the-panel-note = Hidden names are found if the panel shows them.
choice-find-hidden-found-too = found too
choice-find-hidden-found-too-note = Hidden names are found, and hidden folders are searched.
choice-find-hidden-left-out = left out
choice-find-hidden-left-out-note = Hidden names are not found, and hidden folders not searched.
choice-find-ignore = .gitignore
choice-find-ignore-ignored = not applied
choice-find-ignore-ignored-note = Files that Git ignores are found as well.
choice-find-ignore-obeyed = applied
choice-find-ignore-obeyed-note = Files that Git ignores are left out.
choice-find-mounts = Mounts
choice-find-mounts-not-entered = not entered
choice-find-mounts-not-entered-note = The search stays on this filesystem.
choice-find-mounts-entered = entered
choice-find-mounts-entered-note = Mounted filesystems are searched as well.

## Permissions.

mode-title = Permissions
mode-value = Value
mode-value-note = 644, or u+x,go-w; X sets x only for folders and programs
mode-becomes = Becomes
mode-changes = { $some } of { $all } change
mode-differs = ~ marks bits that differ; they are not changed
mode-read = Read
mode-write = Write
mode-execute = Execute
mode-special = Special
mode-owner = Owner
mode-group = Group
mode-others = Others

## The columns of the panels: names, and what they show. Heads have the width of their column.

columns-title = Columns
columns-order = from left to right
column-size = Size
column-size-note = Of a folder once it was counted
column-changed = Changed
column-changed-note = When the content was changed
column-time = Time
column-permissions = Permissions
column-permissions-head = Permissions
column-permissions-note = As ls writes them
column-owner = Owner
column-owner-note = The user
column-group = Group
column-group-note = The group of users
column-extension = Extension
column-extension-head = Ext
column-extension-note = What follows the last dot of a name
column-links = Links
column-links-note = How many names the file has

## Folders with a letter.

letters-give = Letter for folder
letters-give-note = Press the letter that leads to this folder from now on
letters-go = Go to letter
letters-go-note = Press a letter; ' is the previous folder

## Lists to choose from.

nothing-matches = Nothing matches
picker-this-path = this path
