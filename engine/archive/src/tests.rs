//! Tests each format on archives that are made here, whole and damaged.

use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::ops::ControlFlow;

use jiff::civil::date;
use jiff::tz::TimeZone;
use proptest::prelude::*;
use sevenz_rust2::{ArchiveEntry, ArchiveWriter};

use super::*;

const DATA: &[u8] = b"some text, some text, some text";

/// What is read of an entry: its name, its kind, its mode and its data, or that this was damaged.
type Seen = (String, Kind, Option<u32>, Option<Vec<u8>>);

fn seen(bytes: &[u8]) -> (Option<Format>, Vec<Seen>, Result<(), Fault>) {
    let mut source = Cursor::new(bytes);
    let mut all = Vec::new();
    let Some(format) = Format::detect(&mut source).unwrap() else { return (None, all, Ok(())) };
    let read = read(&mut source, format, b"file.gz", &mut |entry, data| {
        let mut bytes = Vec::new();
        // Damaged headers may promise anything; what is unpacked is bounded by the caller.
        let whole = data.take(4 << 20).read_to_end(&mut bytes).is_ok() && entry.refused.is_none();
        let name = String::from_utf8_lossy(&entry.name).into_owned();
        all.push((name, entry.kind.clone(), entry.mode, whole.then_some(bytes)));
        if all.len() < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (Some(format), all, read)
}

fn tar() -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_mode(0o640);
    header.set_size(DATA.len() as u64);
    let long = "long/".repeat(40) + "name";
    builder.append_data(&mut header, &long, DATA).unwrap();
    header.set_size(0);
    header.set_entry_type(tar::EntryType::Symlink);
    builder.append_link(&mut header, "link", "to").unwrap();
    builder.into_inner().unwrap()
}

fn packed(data: &[u8]) -> [Vec<u8>; 3] {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(data).unwrap();
    let mut xz = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::default()).unwrap();
    xz.write_all(data).unwrap();
    let fast = ruzstd::encoding::CompressionLevel::Fastest;
    let zstd = ruzstd::encoding::compress_to_vec(data, fast);
    [gzip.finish().unwrap(), xz.finish().unwrap(), zstd]
}

fn seven() -> Vec<u8> {
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    let mut file = ArchiveEntry::new_file("d/file");
    file.has_windows_attributes = true;
    file.windows_attributes = 0x8000 | 0o100_640 << 16;
    writer.push_archive_entry(file, Some(DATA)).unwrap();
    let folder: Option<&[u8]> = None;
    writer.push_archive_entry(ArchiveEntry::new_directory("d"), folder).unwrap();
    writer.finish().unwrap().into_inner()
}

/// A zip archive of one stored file, behind something else, with a name that is not UTF-8.
fn zip(host: u8) -> Vec<u8> {
    let name = b"caf\x82";
    let crc = crc32fast::hash(DATA);
    let mut bytes = b"a program that unpacks it".to_vec();
    let shift = bytes.len();
    let mut local = vec![0; 30];
    local[..4].copy_from_slice(b"PK\x03\x04");
    local[26] = name.len() as u8;
    bytes.extend(local);
    bytes.extend(name);
    bytes.extend(DATA);
    let begin = bytes.len() - shift;
    let mut entry = vec![0; 46];
    entry[..4].copy_from_slice(b"PK\x01\x02");
    entry[5] = host;
    entry[16..20].copy_from_slice(&crc.to_le_bytes());
    entry[20] = DATA.len() as u8;
    entry[24] = DATA.len() as u8;
    entry[28] = name.len() as u8;
    entry[38..42].copy_from_slice(&(0o100_640_u32 << 16).to_le_bytes());
    bytes.extend(entry);
    bytes.extend(name);
    let len = bytes.len() - shift - begin;
    bytes.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    bytes.extend((len as u32).to_le_bytes());
    bytes.extend((begin as u32).to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

/// The directory of a zip archive whose files are missing; each is said to have 20 GiB.
fn directory(names: &[&[u8]]) -> Vec<u8> {
    let mut bytes = b"PK\x03\x04 the files are not read".to_vec();
    let begin = bytes.len() as u32;
    for name in names {
        let mut entry = vec![0; 46];
        entry[..4].copy_from_slice(b"PK\x01\x02");
        // 21 June 2026, 21:14.
        entry[12..14].copy_from_slice(&(0x15_u16 << 11 | 0xe << 5).to_le_bytes());
        entry[14..16].copy_from_slice(&(0x2e_u16 << 9 | 6 << 5 | 0x15).to_le_bytes());
        entry[24..28].copy_from_slice(&u32::MAX.to_le_bytes());
        entry[28..30].copy_from_slice(&(name.len() as u16).to_le_bytes());
        entry[30..32].copy_from_slice(&12_u16.to_le_bytes());
        entry.extend_from_slice(name);
        entry.extend_from_slice(&[1, 0, 8, 0]);
        entry.extend_from_slice(&(5_u64 << 32).to_le_bytes());
        bytes.extend(entry);
    }
    let len = bytes.len() as u32 - begin;
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([(names.len() as u16).to_le_bytes(); 2].as_flattened());
    bytes.extend(len.to_le_bytes());
    bytes.extend(begin.to_le_bytes());
    bytes.extend(b"\x03\0end");
    bytes
}

/// Lists an archive; gives its entries, whether it was whole, and how many bytes were read of it.
fn listed(bytes: &[u8], format: Format) -> (Vec<Entry>, bool, usize) {
    let mut source = Counted { bytes: Cursor::new(bytes), read: 0 };
    let mut entries = Vec::new();
    let whole = list(&mut source, format, b"", &mut |entry| {
        entries.push(entry.clone());
        ControlFlow::Continue(())
    });
    (entries, whole.is_ok(), source.read)
}

/// Counts the bytes that are read.
struct Counted<'a> {
    bytes: Cursor<&'a [u8]>,
    read: usize,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.bytes.read(buffer)?;
        self.read += len;
        Ok(len)
    }
}

impl Seek for Counted<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

#[test]
fn the_directory_of_a_zip_is_enough_to_list_it() {
    let names: [&[u8]; 2] = [b"dir/", b"dir/\xff.txt"];
    let (entries, whole, _) = listed(&directory(&names), Format::Zip);
    let [folder, file] = entries.as_slice() else { panic!("{entries:?}") };
    assert!(whole && folder.is_directory());
    // The host is MS-DOS, whose code page has a letter for each byte.
    assert_eq!(file.name, "dir/\u{a0}.txt".as_bytes());
    assert_eq!((file.size, file.refused), (Some(5 << 32), None));
    let clock = date(2026, 6, 21).at(21, 14, 0, 0).to_zoned(TimeZone::system()).unwrap();
    assert_eq!(file.mtime, Some(Time { seconds: clock.timestamp().as_second(), nanos: 0 }));
    // More than is read at once.
    let name = [b'n'; 1_000];
    assert_eq!(listed(&directory(&vec![name.as_slice(); 1_000]), Format::Zip).0.len(), 1_000);
    let mut cut = directory(&names);
    cut.truncate(60);
    assert!(!listed(&cut, Format::Zip).1);
}

#[test]
fn the_data_in_a_tar_is_passed_over_in_a_list_and_missed_where_it_was_cut_off() {
    let large = vec![7; 1 << 20];
    let bytes = made("a.tar", &[("large", &large, 1 << 20, true), ("small", DATA, 31, true)]);
    let (entries, whole, read) = listed(&bytes, Format::Tar);
    assert!(entries.len() == 3 && whole && read < 64 << 10, "{read} bytes for {entries:?}");
    for cut in [600, 1 << 19, (1 << 20) + 511] {
        let (entries, whole, _) = listed(&bytes[..cut], Format::Tar);
        assert_eq!((entries.len(), whole), (1, false), "{cut}");
    }
}

#[test]
fn tar_archives_are_read_packed_or_not() {
    let plain = tar();
    let long = "long/".repeat(40) + "name";
    let expected = [
        (long, Kind::File, Some(0o640), Some(DATA.to_vec())),
        ("link".to_owned(), Kind::Symlink(b"to".to_vec()), Some(0o640), Some(Vec::new())),
    ];
    for bytes in [plain.clone()].into_iter().chain(packed(&plain)) {
        let (format, found, read) = seen(&bytes);
        assert!(format.unwrap().is_tree() && read.is_ok(), "{format:?}");
        assert_eq!(found, expected, "{format:?}");
    }
}

#[test]
fn a_tar_with_entries_behind_zeros_is_damaged() {
    let plain = tar();
    let appended = [plain.clone(), tar()].concat();
    // The header of the symlink, behind that of its long name and the data of the file.
    let mut lost = plain.clone();
    let at = plain.windows(4).position(|it| it == b"link").unwrap();
    lost[at..at + 512].fill(0);
    for whole in [appended, [lost, plain[at..].to_vec()].concat()] {
        for bytes in [whole.clone()].into_iter().chain(packed(&whole)) {
            let (format, found, read) = seen(&bytes);
            assert!(read.is_err() && !found.is_empty(), "{format:?}");
        }
    }
    // What is no header may fill a record.
    let filled = [plain, vec![b'x'; 4096]].concat();
    assert!(seen(&filled).2.is_ok());
}

#[test]
fn single_files_are_read() {
    for bytes in packed(DATA) {
        let (format, found, read) = seen(&bytes);
        assert!(!format.unwrap().is_tree() && read.is_ok());
        assert_eq!(found, [("file".to_owned(), Kind::File, None, Some(DATA.to_vec()))]);
    }
}

#[test]
fn seven_zip_archives_are_read() {
    let (format, mut found, read) = seen(&seven());
    assert_eq!(format, Some(Format::SevenZip));
    assert!(read.is_ok(), "{read:?}");
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!((found[0].0.as_str(), &found[0].1), ("d", &Kind::Directory));
    assert_eq!(found[1], ("d/file".to_owned(), Kind::File, Some(0o640), Some(DATA.to_vec())));
    let mut listed = Vec::new();
    list(&mut Cursor::new(seven()), Format::SevenZip, b"", &mut |entry| {
        listed.push(entry.size);
        ControlFlow::Continue(())
    })
    .unwrap();
    listed.sort_unstable();
    assert_eq!(listed, [None, Some(DATA.len() as u64)]);
}

#[test]
fn names_of_ms_dos_are_in_its_code_page_and_those_of_unix_are_bytes() {
    let program = zip(0);
    // Its first bytes are those of a program; it is recognized by the directory alone, which is read.
    let mut found = Vec::new();
    for host in [0, 3] {
        zip::read(&mut Cursor::new(zip(host)), &mut |entry, data| {
            let mut bytes = Vec::new();
            data.read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes, DATA);
            found.push((entry.name.clone(), entry.mode));
            ControlFlow::Continue(())
        })
        .unwrap();
    }
    assert_eq!(found[0], ("café".as_bytes().to_vec(), None));
    assert_eq!(found[1], (b"caf\x82".to_vec(), Some(0o640)));
    assert_eq!(Format::detect(&mut Cursor::new(program)).unwrap(), None);
}

#[test]
fn damage_is_never_taken_for_data() {
    for (at, bytes) in [tar(), seven()].into_iter().chain(packed(&tar())).enumerate() {
        let whole = seen(&bytes).1;
        for cut in (1..bytes.len()).step_by(7) {
            let (_, found, read) = seen(&bytes[..cut]);
            // A tar without the empty blocks at its end is whole.
            let is_whole = at == 0 && cut + 1024 >= bytes.len();
            let lost = read.is_err() || found.iter().any(|entry| entry.3.is_none());
            assert!(lost || is_whole || found.is_empty(), "{at}: {cut} of {}", bytes.len());
            let intact = found.iter().filter(|entry| entry.3.is_some());
            assert!(intact.clone().all(|entry| whole.contains(entry)), "{at}: {cut}");
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_break_the_readers(
        which in 0_usize..6,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let [gzip, xz, zstd] = packed(&tar());
        let mut bytes = [tar(), seven(), gzip, xz, zstd, zip(3)][which].clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        drop(seen(&bytes));
        drop(zip::read(&mut Cursor::new(&bytes), &mut |_, data| {
            drop(io::copy(&mut data.take(1 << 20), &mut io::sink()));
            ControlFlow::Continue(())
        }));
        drop(listed(&bytes, Format::Zip));
    }
}

struct Bytes<'a>(&'a [u8], bool);

impl pack::Data for Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> usize {
        self.0.read(buffer).unwrap()
    }

    fn goes_on(&mut self) -> bool {
        true
    }

    fn is_readable(&self) -> bool {
        self.1
    }
}

const MADE: [&str; 5] = ["a.zip", "a.tar", "a.tgz", "a.tar.xz", "A.TAR.ZST"];

/// Packs these files, each with the size that is announced and whether it can be read.
fn made(name: &str, files: &[(&str, &[u8], u64, bool)]) -> Vec<u8> {
    let format = pack::format_of(name.as_bytes()).unwrap();
    let mut packer = pack::Packer::new(Cursor::new(Vec::new()), format, None, 3).unwrap();
    for (name, data, size, readable) in files {
        let mut entry = Entry::new(name.as_bytes().to_vec(), Kind::File);
        (entry.size, entry.mode) = (Some(*size), Some(0o640));
        packer.add(&entry, &mut Bytes(data, *readable)).unwrap();
    }
    let link = Entry::new(b"link".to_vec(), Kind::Symlink(b"to".to_vec()));
    packer.add(&link, &mut pack::Nothing).unwrap();
    let cursor = packer.finish().unwrap();
    let end = usize::try_from(cursor.position()).unwrap();
    cursor.into_inner()[..end].to_vec()
}

#[test]
fn what_is_packed_is_read_again() {
    let long = "long/".repeat(40) + "näme";
    // Several parts of a stream, and one that cannot be made shorter.
    let mut noise = 7_u64;
    let mut next = || {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (noise >> 33) as u8
    };
    let large: Vec<u8> = (0..3 << 20).map(|n| if n < 2 << 20 { next() } else { 7 }).collect();
    for name in MADE {
        let size = large.len() as u64;
        let bytes = made(
            name,
            &[(&long, DATA, 31, true), ("large", &large, size, true), ("empty", b"", 0, true)],
        );
        let (_, all, read) = seen(&bytes);
        assert!(read.is_ok(), "{name}: {read:?}");
        let wanted = [
            (long.clone(), Kind::File, Some(DATA)),
            ("large".to_owned(), Kind::File, None),
            ("empty".to_owned(), Kind::File, Some(&b""[..])),
            ("link".to_owned(), Kind::Symlink(b"to".to_vec()), None),
        ];
        assert_eq!(all.len(), wanted.len(), "{name}");
        for (it, (path, kind, data)) in all.iter().zip(&wanted) {
            assert_eq!((&it.0, &it.1), (path, kind), "{name}");
            if let Some(data) = data {
                assert_eq!(it.3.as_deref(), Some(*data), "{name}: {path}");
            }
        }
        assert!(all[1].3.as_deref() == Some(&large[..]), "{name}");
    }
}

#[test]
fn an_archive_stays_whole_whatever_becomes_of_a_file() {
    for name in MADE {
        let files = [
            ("short", DATA, 40, true),
            ("long", DATA, 5, true),
            ("broken", &DATA[..9], 31, false),
            ("last", DATA, 31, true),
        ];
        let (_, all, read) = seen(&made(name, &files));
        assert!(read.is_ok(), "{name}: {read:?}");
        let zip = name == "a.zip";
        let data = |path: &str| all.iter().find(|it| it.0 == path).and_then(|it| it.3.clone());
        let padded = [DATA, &[0; 9]].concat();
        assert_eq!(data("short").unwrap(), if zip { DATA.to_vec() } else { padded }, "{name}");
        assert_eq!(data("long").unwrap(), &DATA[..5], "{name}");
        assert_eq!(data("broken").is_none(), zip, "{name}");
        assert_eq!(data("last").unwrap(), DATA, "{name}");
    }
}

/// Data of a job that was cancelled.
struct Cancelled;

impl pack::Data for Cancelled {
    fn read(&mut self, _buffer: &mut [u8]) -> usize {
        0
    }

    fn goes_on(&mut self) -> bool {
        false
    }

    fn is_readable(&self) -> bool {
        true
    }
}

#[test]
fn sizes_that_do_not_fit_in_octal_digits_are_in_the_header_of_a_tar() {
    let mut packer = pack::Packer::new(Cursor::new(Vec::new()), Format::Tar, None, 1).unwrap();
    let mut entry = Entry::new(b"huge".to_vec(), Kind::File);
    (entry.size, entry.owner) = (Some(9 << 30), Some((3_000_000, u32::MAX)));
    packer.add(&entry, &mut Cancelled).unwrap();
    let bytes = packer.finish().unwrap().into_inner();
    let header = tar::Header::from_byte_slice(&bytes[..512]);
    assert_eq!(header.entry_size().unwrap(), 9 << 30);
    assert_eq!((header.uid().unwrap(), header.gid().unwrap()), (3_000_000, u64::from(u32::MAX)));
}

#[test]
fn a_zip_holds_more_entries_than_its_end_can_count() {
    let mut packer = pack::Packer::new(Cursor::new(Vec::new()), Format::Zip, None, 1).unwrap();
    for n in 0..70_000 {
        let entry = Entry::new(format!("d{n}").into_bytes(), Kind::Directory);
        packer.add(&entry, &mut pack::Nothing).unwrap();
    }
    let mut cursor = packer.finish().unwrap();
    let mut count = 0;
    list(&mut cursor, Format::Zip, b"a.zip", &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(count, 70_000);
}
