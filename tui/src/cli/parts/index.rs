//! Finds the number of the part in the environment that a launcher has made.

/// The variables that number the processes of a launcher, each with its first number. Those that number the tasks of
/// an array come before those that number the processes of one task.
const VARIABLES: [(&str, u64); 10] = [
    ("SLURM_ARRAY_TASK_ID", 0),
    ("JOB_COMPLETION_INDEX", 0),
    ("PBS_ARRAY_INDEX", 0),
    ("LSB_JOBINDEX", 1),
    ("SGE_TASK_ID", 1),
    ("HQ_TASK_ID", 0),
    ("AWS_BATCH_JOB_ARRAY_INDEX", 0),
    ("OMPI_COMM_WORLD_RANK", 0),
    ("PMI_RANK", 0),
    ("SLURM_PROCID", 0),
];

/// Gives the number of the part that the launcher means; none if no launcher is known, or it numbers nothing.
///
/// # Errors
/// The variable is none of the numbers that its launcher gives.
pub(super) fn from(get: impl Fn(&str) -> Option<String>) -> Result<Option<u64>, String> {
    for (name, first) in VARIABLES {
        let Some(value) = get(name).filter(|value| !value.is_empty()) else { continue };
        // Outside of arrays LSF sets 0, and SGE a word.
        if value == "undefined" || name == "LSB_JOBINDEX" && value == "0" {
            continue;
        }
        let number = value.trim().parse::<u64>().ok().and_then(|number| number.checked_sub(first));
        return number.map(Some).ok_or_else(|| format!("{name} is no number of a part: {value:?}"));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(set: &[(&str, &str)]) -> Result<Option<u64>, String> {
        from(|name| set.iter().find(|(it, _)| *it == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn each_launcher_numbers_in_its_way() {
        for (name, first) in VARIABLES {
            assert_eq!(found(&[(name, &first.to_string())]), Ok(Some(0)), "{name}");
            assert_eq!(found(&[(name, "17")]), Ok(Some(17 - first)), "{name}");
            assert!(found(&[(name, "x")]).is_err(), "{name}");
            assert_eq!(found(&[(name, "")]), Ok(None), "{name}");
        }
        assert_eq!(found(&[]), Ok(None));
    }

    #[test]
    fn a_task_of_an_array_is_told_from_the_processes_in_it() {
        let set = [("SLURM_PROCID", "0"), ("SLURM_ARRAY_TASK_ID", "5")];
        assert_eq!(found(&set), Ok(Some(5)));
        // Outside of an array there is no number, and not part 0 for all.
        assert_eq!(found(&[("SGE_TASK_ID", "undefined")]), Ok(None));
        assert_eq!(found(&[("LSB_JOBINDEX", "0")]), Ok(None));
        assert!(found(&[("SGE_TASK_ID", "0")]).is_err());
    }
}
