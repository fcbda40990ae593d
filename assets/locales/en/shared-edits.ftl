### Small changes: renaming by a rule, owners.

## What is wrong with a rule for names.

# $why is the English message of the reader of regular expressions.
rename-no-expression = No regular expression: { $why }
rename-no-time = It is not known yet when all of them changed
rename-no-date = { $format } is no way to write a date

## Owners.

owner-no-user = no user is called '{ $name }'
owner-no-group = no group is called '{ $name }'
