### Small changes: renaming by a rule, owners.

## What is wrong with a rule for names.

# $why is the English message of the reader of regular expressions.
rename-no-expression = Not a valid regular expression: { $why }
rename-no-group = The expression has no group { $group }
rename-too-many-digits = A number has { $most } digits at most
rename-no-time = The modification times are still being read
rename-no-date = { $format } is not a date format

## Owners.

owner-no-user = no user is called '{ $name }'
owner-no-group = no group is called '{ $name }'

## Marked items that a filter or a hidden name keeps off the panel.

count-not-shown = { $shown } not shown
# $names are the first names, as "a.log, b.log, …".
dialog-not-shown = { $shown } not shown: { $names }
