### The help: which key does what. Explanations have about 50 columns.

## The page.

help-title = Keys
# $setting is a line of the configuration.
help-keeps-keys = { $setting } in config.toml keeps these keys
help-escape-digits = Esc 1 … Esc 0 work as F1 … F10
# $name is the name of a keymap.
help-keys-of = Keys of { $name }
help-in-the-jobs = In the jobs
help-in-the-viewer = In the viewer
help-when-a-job-asks = When a job asks
help-asked-dialog = What each key of a dialog does
help-asked-choose = Choose and answer
help-asked-answers = Skip, Replace, Keep both
help-asked-reach = Which questions it answers
help-asked-later = Later; the job continues
help-in-a-line = In a line of text
help-line-ends = To the start, to the end
help-line-words = By words
help-line-cut = Cut a word, to the start, to the end
help-line-paste = Paste the cut text
help-line-earlier = Earlier lines
help-line-numbers = A byte, a character by its number

## Dialogs: headings.

keys-of-answers = Answers
keys-of-choices = Choices
keys-of-this-dialog = This dialog
keys-of-this-question = This question
keys-of-answers-to-the-marked-rows = Answers to the marked rows
keys-of-the-table = The table
keys-of-a-rule = A rule
keys-of-the-report = The report
keys-of-finished-jobs = Finished jobs
keys-of-copy-and-move = Copy and move
keys-of-dry-run = Dry run
keys-of-equal-files = Equal files
keys-of-the-trash = The trash
keys-of-the-plan = The plan
keys-of-columns = Columns
keys-of-folders-with-a-letter = Folders with a letter
keys-of-two-files = Two files
keys-of-properties = Properties
keys-of-checksums = Checksums
keys-of-a-divided-job = Plan
keys-of-removal = Removal
keys-of-new-names = New names
keys-of-permissions = Permissions
keys-of-this-list = This list
keys-of-the-menus = The menus

## Dialogs: what several of them have.

# In place of a key.
keys-any-letter = any letter
keys-any-text = any text
keys-another-answer = Another answer
keys-choose = Choose
keys-compare-again = Compare again
keys-differences = Show how the two files differ, line by line
keys-do-it = Do it
keys-later = Later; the job continues with the rest
keys-queue-paused = Add to the queue, paused
keys-retry-failed = Retry the items that failed
keys-run-again = Run the job again
keys-start-anyway = Start although it does not fit
keys-undo-job = Undo the job; asks first
keys-verify-copies = Compare the copies with their sources
keys-view-both-sides = View both sides

## A question.

keys-question-choose-an-answer = Choose an answer and give it
keys-question-apply-to-this-one = Apply to this one, its folder, its kind, all
keys-question-apply-to-more = Apply to more
keys-question-another-rule-or-edit = Another rule, or edit the pattern of a name
keys-question-next-question-previous-question = Next question, previous question
keys-question-all-questions = All questions of the job as a table
keys-question-compare-all-bytes = Compare all bytes
keys-question-let-letters-answer = Let letter keys answer a question that opened by itself

## All questions of a job.

keys-table-answers-skip-leave-the-item = Skip: leave the item alone
keys-table-answers-yes-replace-merge-retry = Yes: replace, merge, retry, delete
keys-table-answers-replace-if-newer = Replace if newer
keys-table-answers-keep-both-the-incoming = Keep both: the incoming item gets a number
keys-table-answers-rename-existing = Rename existing
keys-table-answers-replace-for-good = Replace for good: not kept in the trash
keys-table-answers-cancel-job-finished-items = Cancel job; finished items are kept
keys-table-answers-no-answer = No answer
keys-table-mark-the-row = Mark the row
keys-table-mark-all-rows-without = Mark all rows without an answer, or none
keys-table-give-all-answers = Give all answers that the table shows
keys-table-this-question-alone = This question alone
keys-table-compare-all-bytes = Compare all bytes of the marked rows
keys-table-to-the-rules = To the rules
keys-table-add-a-rule = Add a rule
keys-rule-another-condition = Another condition
keys-rule-move-the-rule-up = Move the rule up or down: the first that matches wins
keys-rule-remove-the-rule = Remove the rule
keys-rule-back-to-the-questions = Back to the questions

## Reports and finished jobs.

keys-report-extract-anyway = Extract archives that were refused as too large
keys-report-go-to-the-item = Go to the item
keys-report-copy-the-command-line = Copy the command line that does the same
keys-report-copy-the-paths = Copy the paths of this list
keys-finished-show-the-report = Show the report
keys-finished-forget-the-job = Forget the job; it cannot be undone any more
keys-finished-forget-all-finished-jobs = Forget all finished jobs; asks first

## Before a job starts.

keys-transfer-dry-run-show = Dry run: show the plan first
keys-transfer-next-choice-previous-choice = Next choice, previous choice
keys-rehearsal-back-to-the-choices = Back to the choices
keys-sharing-let-the-equal-files = Let the equal files share their storage
keys-sharing-add-the-job = Add the job to the queue, paused
keys-removal-move-to-the-trash = Move to the trash; when deleting: keep the items
keys-removal-delete-permanently = Delete permanently, where the dialog says so
keys-removal-between-moving = Switch between trash and delete

## The trash.

keys-trash-restore-the-marked-items = Restore the marked items, or this one
keys-trash-mark-or-unmark = Mark or unmark, and move down
keys-trash-swap-marked-and-unmarked = Swap marked and unmarked
keys-trash-delete-the-marked-items = Delete the marked items permanently; asks first
keys-trash-empty-the-trash-asks = Empty the trash; asks first
keys-trash-search-names-and-folders = Search names and folders
keys-trash-sort-by-name = Sort by name, or by the time of deletion

## Checksums, columns and letters.

keys-properties-permissions = Change the permissions
keys-properties-owner = Change owner and group
keys-properties-checksums = Compute checksums
keys-checksums-compare-with-this-checksum = Compare with this checksum, or with the line of a list
keys-checksums-copy-the-checksum = Copy: the checksum of one file, or the lines of several
keys-checksums-compute-with-another-algorithm = Compute with another algorithm
keys-checksums-move-in-the-list = Move in the list
keys-checksums-stop-reading-then-close = Stop reading; then close
keys-divided-move-in-the-list = Move in the list
keys-divided-to-an-end-of-the-list = To the first part, to the last failure
keys-divided-close = Close; the processes continue
keys-columns-show-these-columns = Show these columns
keys-columns-show-the-column = Show the column or hide it
keys-columns-move-the-column-up = Move the column up or down, as Shift with an arrow does
keys-columns-change-the-width = Make the column narrower or wider, as Left and Right do
keys-columns-show-what-there = Choose columns automatically
keys-letters-go-to-its-folder = Go to its folder, or give it to this folder
keys-letters-go-to-the-previous = Go to the previous folder
keys-letters-choose-a-letter = Choose a letter from the list
keys-letters-take-the-letter = Take the letter from its folder

## Two files, two folders.

keys-diff-next-difference = Next difference
keys-diff-previous-difference = Previous difference
keys-diff-scroll-both-files = Scroll both files
keys-diff-move-in-long-lines = Move in long lines
keys-diff-ignore-differences-of-spaces = Ignore differences of spaces and tabs, or count them
keys-diff-view-both-files = View both files
keys-diff-close-back = Close; back to what was shown before
keys-comparison-show-what-will-happen = Show what will happen, then start it
keys-comparison-copy-this-row = Copy this row to the left, to the right
keys-comparison-copy-all-rows = Copy all rows of this kind to the left, to the right
keys-comparison-leave-this-row-alone = Leave this row alone, or take the proposal again
keys-comparison-leave-all-rows = Leave all rows of this kind alone
keys-comparison-move-what-only-one = Move what only one side has to the trash
keys-comparison-another-direction = Another direction for the whole plan
keys-comparison-hide-or-show = Hide or show the rows of a kind
keys-comparison-show-how-two-files = Show how two files differ
keys-comparison-compare-again-by-content = Compare again, by content or by size and time
keys-comparison-forget = Forget that the folders are kept in step; asks first
keys-comparison-stop-the-comparison-then = Stop the comparison; then close

## Forms, permissions, new names, lists and menus.

keys-bulk-edit-the-names = Edit the names in your editor
keys-bulk-next-field-previous-field = Next field, previous field
keys-bulk-scroll-the-names = Scroll the names
keys-mode-change-the-permissions = Change the permissions
keys-mode-choose-a-bit = Choose a bit
keys-mode-turn-the-bit = Turn the bit on or off
keys-mode-to-the-text = To the text of the permissions, and back
keys-picker-show-only-lines = Show only lines with these words
keys-picker-remove-a-bookmark = Remove the bookmark, in the list of bookmarks
keys-menu-previous-menu-next-menu = Previous menu, next menu
keys-menu-go-to-an-entry = Go to an entry by its name, or another word for it
keys-form-next-row-previous-row = Next row, previous row; Tab completes a path
keys-prompt-complete-a-path = Complete a path
