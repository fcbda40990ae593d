//! Formats times for lists: today as the time of day, this year as the day, else as the date.

use fcp_presentation::tr;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Gives a time in 13 columns: `14:32`, `21 Jun 23:14` or `11 Nov 2025`.
pub(crate) fn when(micros: i64, now: i64, zone: &TimeZone) -> String {
    let (Some(then), Some(now)) = (civil(micros, zone), civil(now, zone)) else {
        return "–".to_owned();
    };
    let form = if then.date() == now.date() {
        tr!("when-today")
    } else if then.year() == now.year() {
        tr!("when-this-year")
    } else {
        tr!("when-earlier")
    };
    then.strftime(form).to_string()
}

/// Gives a time in 6 columns: `14:32`, `21 Jun` or `2025`.
pub(crate) fn when_short(micros: i64, now: i64, zone: &TimeZone) -> String {
    let (Some(then), Some(now)) = (civil(micros, zone), civil(now, zone)) else {
        return "–".to_owned();
    };
    let form = if then.date() == now.date() {
        tr!("when-short-today")
    } else if then.year() == now.year() {
        tr!("when-short-this-year")
    } else {
        tr!("when-short-earlier")
    };
    then.strftime(form).to_string()
}

/// Gives a time to the second, to compare two: `2026-06-21 23:14:07`.
pub(crate) fn exactly(micros: i64, zone: &TimeZone) -> String {
    civil(micros, zone).map_or("–".to_owned(), |t| t.strftime(tr!("when-exactly")).to_string())
}

/// Gives two times to the second, or to the fraction in which they differ: in 26 columns at most.
pub(crate) fn apart(micros: [i64; 2], zone: &TimeZone) -> [String; 2] {
    let whole = micros.map(|time| exactly(time, zone));
    let [first, second] = micros;
    if first == second || whole[0] != whole[1] {
        return whole;
    }
    let fractions = |digits: usize, unit: i64| {
        micros.map(|time| format!("{:0digits$}", time.rem_euclid(1_000_000) / unit))
    };
    let thousandths = fractions(3, 1_000);
    let told = if thousandths[0] == thousandths[1] { fractions(6, 1) } else { thousandths };
    let [left, right] = &told;
    [
        tr!("when-fraction", time = whole[0].as_str(), fraction = left.as_str()),
        tr!("when-fraction", time = whole[1].as_str(), fraction = right.as_str()),
    ]
}

fn civil(micros: i64, zone: &TimeZone) -> Option<jiff::civil::DateTime> {
    Some(zone.to_datetime(Timestamp::from_microsecond(micros).ok()?))
}

#[cfg(test)]
mod tests {
    use fcp_presentation::language::Language;

    use super::*;

    #[test]
    fn older_times_lose_their_clock() {
        let now = 1_782_076_447_000_000;
        let day = 86_400_000_000;
        let show = |micros| when(micros, now, &TimeZone::UTC);
        assert_eq!(show(now), "21:14");
        assert_eq!(show(now - day), "20 Jun 21:14");
        assert_eq!(show(now - 300 * day), "25 Aug 2025");
        assert_eq!(show(i64::MAX), "–");
        assert_eq!(when_short(now - day, now, &TimeZone::UTC), "20 Jun");
        assert_eq!(exactly(now, &TimeZone::UTC), "2026-06-21 21:14:07");
    }

    #[test]
    fn times_of_one_second_are_told_apart() {
        let now = 1_782_076_447_000_000;
        let show = |first: i64, second: i64| apart([now + first, now + second], &TimeZone::UTC);
        let second = "2026-06-21 21:14:07";
        assert_eq!(show(0, 0), [second, second]);
        assert_eq!(show(0, 1_000_000), [second, "2026-06-21 21:14:08"]);
        assert_eq!(show(2_300, 90_000), [format!("{second}.002"), format!("{second}.090")]);
        assert_eq!(show(2_300, 2_001), [format!("{second}.002300"), format!("{second}.002001")]);
    }

    #[test]
    fn german_times_fit_into_the_same_columns() {
        let now = 1_782_076_447_000_000;
        let day = 86_400_000_000;
        Language::German.speaking(|| {
            let show = |micros| when(micros, now, &TimeZone::UTC);
            assert_eq!(show(now), "21:14");
            assert_eq!(show(now - day), "20.06. 21:14");
            assert_eq!(show(now - 300 * day), "25.08.2025");
            assert_eq!(when_short(now - day, now, &TimeZone::UTC), "20.06.");
            assert_eq!(when_short(now - 300 * day, now, &TimeZone::UTC), "2025");
            assert_eq!(exactly(now, &TimeZone::UTC), "21.06.2026 21:14:07");
        });
    }
}
