### Questions of a job: conflicts, errors, and the rules that answer many of them.

## One question.

needs-you = Needs you
# Which of the open questions of a job is shown.
question-place = { $rank } of { $all } in this job
question-just-created = This job has just made it from another source, which it does not replace
question-already-there = Already exists: { $name }
question-delete = Delete { $name }?
question-protected = You may not write to it.
question-will-be-deleted = It will be deleted.
question-applies-to = Applies to
question-and-to-come = and later ones
question-other-rule = ← → other rule
question-edit = → edit
question-keep-pattern = Keep the pattern
# On the button: an answer, as "Skip", and what it applies to, as "all 3 in this folder".
question-enter-of = { $answer }: { $reach }
question-enter = { $answer } { $reach }
# $condition is as "if newer".
question-enter-if = Replace { $condition }: { $reach }
question-table = Table
question-table-of = Table of { $shown }
question-larger = ▲ larger
question-newer = ▲ newer
question-others-continue = { $count ->
    [one] The other item continues meanwhile.
   *[other] The other { $items } continue meanwhile.
}

## Answers: what follows from each.

question-skip = leave the existing one as it is
question-skip-error = not done; listed in the report
question-retry = after you have fixed the cause
question-no-trash = { $key } in the panels deletes permanently, without the trash.
question-keep = it is not deleted
question-cancel = finished items are kept
question-replaced = existing is replaced
question-replaced-trash = existing is moved to the trash
question-merge = into the existing folder
question-file-over-folder = a file does not replace a folder
question-folder-over-file = a folder does not replace a file
question-incoming-becomes = incoming → { $name }
question-existing-becomes = existing → { $name }

## What an answer applies to. The short forms are for narrow screens.

reach-file = this file
reach-this-folder = this folder
reach-item = this item
reach-file-short = this file
reach-this-folder-short = this folder
reach-item-short = this item
reach-folder = all { $shown } in this folder
reach-folder-short = all { $shown } here
reach-kind = all { $shown } of this kind
reach-kind-short = all { $shown } alike
reach-all = all { $shown }

## How contents compare.

content-identical = identical
content-probably-same = probably same
content-different = different
content-unknown = unknown
content-being-compared = being compared
# Behind "different" and a comma.
content-sizes-differ = the sizes differ
# Behind "probably same" and a comma.
content-by-samples = by size and samples

## Conditions of rules.

rule-identical = content identical
rule-probably-same = content probably same
rule-different = content different
rule-newer-and-larger = incoming newer and larger
rule-newer = incoming newer
rule-older = incoming older
rule-larger = incoming larger
rule-smaller = incoming smaller
rule-empty = incoming empty, existing not
rule-folders = two folders
rule-mismatch = a folder and a file
rule-failed = something failed
rule-otherwise = every other question

## All questions of a job as a table.

conflicts-continues = continues
conflicts-rules = Rules, first match wins
conflicts-everything-else = everything else
conflicts-ask-me = ask me
conflicts-open = Open
conflicts-ruled = Answered by rules
conflicts-to-the-questions = To the questions
conflicts-apply = { $count ->
    [one] Apply { $shown } answer
   *[other] Apply { $shown } answers
}
conflicts-cancel = Cancel the job
conflicts-none-left = all questions answered
conflicts-left-open = { $shown } left open
