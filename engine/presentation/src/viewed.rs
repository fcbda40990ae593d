//! Puts into words what the viewer says of a file.

use std::time::Duration;

use fcp_viewer::media::Fact;
use fcp_viewer::{DocumentKind, Phrase};

use crate::{errors, tr};

/// How an app writes numbers.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// A size in bytes.
    pub size: fn(u64) -> String,
    /// A number of things.
    pub count: fn(u64) -> String,
}

/// Says something of a document.
pub fn phrase(phrase: &Phrase, Numbers { size, count }: Numbers) -> String {
    match phrase {
        Phrase::Kind(document) => kind(document),
        &Phrase::Items(n) => tr!("count-items", count = n, shown = count(n)),
        &Phrase::Unpacked(bytes) => tr!("viewed-unpacked", size = size(bytes)),
        &Phrase::FilesInAll(n) => tr!("viewed-files-in-all", count = n, shown = count(n)),
        &Phrase::FilesSoFar(n) => tr!("viewed-files-so-far", count = n, shown = count(n)),
        &Phrase::Folders(n) => tr!("count-folders", count = n, shown = count(n)),
        &Phrase::Files(n) => tr!("count-files", count = n, shown = count(n)),
        &Phrase::Links(n) => tr!("viewed-links", count = n, shown = count(n)),
        &Phrase::Others(n) => tr!("viewed-others", count = n, shown = count(n)),
        &Phrase::InFiles(bytes) => tr!("viewed-in-files", size = size(bytes)),
        &Phrase::Hidden(n) => tr!("viewed-hidden", count = n, shown = count(n)),
        Phrase::EmptyFolder => tr!("viewed-empty-folder").to_owned(),
        Phrase::NewestFiles => tr!("viewed-newest-files").to_owned(),
        Phrase::LargestFiles => tr!("viewed-largest-files").to_owned(),
        &Phrase::More(n) => tr!("viewed-more", shown = count(n)),
        Phrase::ListEnds(error) => tr!("viewed-list-ends", reason = errors::reason(error)),
        Phrase::EmptyArchive => tr!("viewed-empty-archive").to_owned(),
        Phrase::TooLarge(None) => tr!("viewed-too-large").to_owned(),
        &Phrase::TooLarge(Some((width, height))) => {
            let [width, height] = [width, height].map(|pixels| count(pixels.into()));
            tr!("viewed-too-large-with", width = width, height = height)
        }
        Phrase::Damaged(why) => tr!("viewed-damaged", reason = why.as_str()),
        Phrase::PackedTooLarge => tr!("viewed-packed-too-large").to_owned(),
        &Phrase::FarBeginning { bytes, size: whole } => {
            tr!("viewed-far-beginning", size = size(bytes), whole = size(whole))
        }
        Phrase::PackedFolder => tr!("viewed-packed-folder").to_owned(),
        Phrase::PackedSpecial => tr!("viewed-packed-special").to_owned(),
        Phrase::DanglingLink => tr!("viewed-dangling-link").to_owned(),
        Phrase::FifoUnread => tr!("viewed-fifo-unread").to_owned(),
        Phrase::SocketUnread => tr!("viewed-socket-unread").to_owned(),
        Phrase::DeviceUnread => tr!("viewed-device-unread").to_owned(),
        Phrase::Shrunk => tr!("viewed-shrunk").to_owned(),
        Phrase::Failed => tr!("viewed-failed").to_owned(),
        Phrase::NoThread(why) => tr!("viewed-no-thread", reason = why.as_str()),
        Phrase::Unreadable(why) => tr!("viewed-unreadable", reason = why.as_str()),
    }
}

/// Says what a document is.
fn kind(kind: &DocumentKind) -> String {
    let plain = match kind {
        DocumentKind::Picture(format) => return tr!("viewed-kind-picture", format = *format),
        DocumentKind::Archive(format) => return tr!("viewed-kind-archive", format = *format),
        DocumentKind::Audio(format) => return tr!("viewed-kind-audio", format = *format),
        DocumentKind::Video(format) => return tr!("viewed-kind-video", format = *format),
        DocumentKind::Database(format) => return tr!("viewed-kind-database", format = *format),
        DocumentKind::Language(name) => name.as_str(),
        DocumentKind::Named(name) => name,
        DocumentKind::Text => tr!("viewed-kind-text"),
        DocumentKind::Folder => tr!("viewed-kind-folder"),
        DocumentKind::Link => tr!("viewed-kind-link"),
        DocumentKind::Fifo => tr!("viewed-kind-fifo"),
        DocumentKind::Socket => tr!("viewed-kind-socket"),
        DocumentKind::BlockDevice => tr!("viewed-kind-block-device"),
        DocumentKind::CharacterDevice => tr!("viewed-kind-character-device"),
        DocumentKind::PackedFile => tr!("viewed-kind-packed-file"),
        DocumentKind::PackedSpecial => tr!("viewed-kind-packed-special"),
        DocumentKind::Image => tr!("viewed-kind-image"),
        DocumentKind::TarGzip => tr!("viewed-kind-tar-gzip"),
        DocumentKind::Program => tr!("viewed-kind-program"),
        DocumentKind::CameraRaw => tr!("viewed-kind-camera-raw"),
        DocumentKind::DiskImage => tr!("viewed-kind-disk-image"),
        DocumentKind::JavaClass => tr!("viewed-kind-java-class"),
        DocumentKind::Data => tr!("viewed-kind-data"),
    };
    plain.to_owned()
}

/// Gives a fact about sound or moving pictures: its name and its value.
pub fn fact(fact: &Fact) -> (String, String) {
    match *fact {
        Fact::Duration(time) => (tr!("viewed-fact-duration").to_owned(), clock(time)),
        Fact::Video(width, height) => {
            (tr!("viewed-fact-video").to_owned(), format!("{width} × {height}"))
        }
        Fact::Audio { format, rate, channels, bits } => {
            let channels = match channels {
                1 => tr!("viewed-mono").to_owned(),
                2 => tr!("viewed-stereo").to_owned(),
                more => tr!("viewed-channels", shown = more.to_string()),
            };
            let (rate, bits) = (rate.to_string(), bits.to_string());
            let value =
                tr!("viewed-audio", format = format, rate = rate, channels = channels, bits = bits);
            (tr!("viewed-fact-audio").to_owned(), value)
        }
    }
}

/// Spells a duration as players do: `3:07`, `1:02:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_millis() >= 500);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::error::{Action, Code, OpError};

    use super::*;
    use crate::language::Language;

    const BARE: Numbers = Numbers { size: |bytes| format!("{bytes} B"), count: |n| n.to_string() };

    fn said(of: &Phrase) -> String {
        phrase(of, BARE)
    }

    #[test]
    fn what_the_viewer_says_is_in_the_language_of_the_user() {
        let phrases = [
            Phrase::EmptyArchive,
            Phrase::Kind(DocumentKind::Archive("zip")),
            Phrase::FilesSoFar(2),
            Phrase::Hidden(1),
            Phrase::ListEnds(OpError::refused(Action::Unpack, Code::Damaged, "a.zip")),
            Phrase::TooLarge(Some((9, 8))),
        ];
        let english = [
            "The archive is empty",
            "zip archive",
            "2 files in all so far",
            "1 of them is hidden",
            "The list ends here: it is damaged or cut off",
            "Too large to draw: 9 × 8",
        ];
        assert_eq!(phrases.each_ref().map(said), english);
        let german = [
            "Das Archiv ist leer",
            "zip-Archiv",
            "bisher insgesamt 2 Dateien",
            "1 davon ist versteckt",
            "Die Liste endet hier: es ist beschädigt oder abgeschnitten",
            "Zu groß zum Darstellen: 9 × 8",
        ];
        Language::German.speaking(|| assert_eq!(phrases.each_ref().map(said), german));
    }

    #[test]
    fn facts_are_named_and_spelt_as_in_players() {
        let own = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let time = Fact::Duration(Duration::from_millis(187_400));
        assert_eq!(fact(&time), own("Duration", "3:07"));
        assert_eq!(fact(&Fact::Duration(Duration::from_secs(3723))).1, "1:02:03");
        assert_eq!(fact(&Fact::Video(1920, 1080)), own("Video", "1920 × 1080"));
        let sound = |channels| Fact::Audio { format: "WAV", rate: 44_100, channels, bits: 16 };
        assert_eq!(fact(&sound(2)), own("Audio", "WAV, 44100 Hz, stereo, 16 bit"));
        assert_eq!(fact(&sound(6)).1, "WAV, 44100 Hz, 6 channels, 16 bit");
        Language::German.speaking(|| {
            assert_eq!(fact(&time).0, "Dauer");
            assert_eq!(fact(&sound(2)).1, "WAV, 44100 Hz, Stereo, 16 Bit");
        });
    }
}
