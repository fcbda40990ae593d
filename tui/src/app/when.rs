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
