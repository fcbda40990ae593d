//! Tests of archives that are made to harm, or are damaged.

use super::*;

#[test]
fn nothing_leaves_the_destination() {
    let scratch = scratch();
    let outside = scratch.join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret"), "secret").unwrap();
    let out = outside.to_str().unwrap();
    python(
        scratch.path(),
        &format!(
            "tar('evil.tar', ('{out}/abs', F, 'evil'), ('../up', F, 'evil'), ('a/../../up', F, 'evil'),\n\
             \x20('ln', L, '{out}'), ('ln/file', F, 'evil'), ('ln/../file', F, 'evil'),\n\
             \x20('hard', H, '{out}/secret'), ('hard', H, '../outside/secret'), ('hard', H, 'ln/secret'),\n\
             \x20('good', F, 'first'), ('good', F, 'last'), ('up', L, '..'), ('up/x', F, 'evil'))\n\
             z = zipfile.ZipFile('evil.zip', 'w')\n\
             for n in ('../up', '{out}/abs', 'a/../../up', 'good'): z.writestr(n, 'last')\n\
             z.close()\n"
        ),
    );
    let before = state(&outside);
    for (name, failures) in [("evil.tar", 9), ("evil.zip", 3)] {
        let (_, err, code) = told(&run(&mut extract(scratch.path(), &[name, "to"])));
        assert_eq!((err.lines().count(), code), (failures, 1), "{err}");
        assert!(err.contains("its name leads out of the folder, or through a link"), "{err}");
        assert_eq!(fs::read(scratch.join("to/good")).unwrap(), b"last");
        assert_eq!(state(&outside), before);
        assert!(!scratch.join("up").exists());
    }
    assert_eq!(names(scratch.join("to")), ["good", "ln", "up"]);
    // Set-ID bits are for those who ask for them.
    assert_eq!(fs::metadata(scratch.join("to/good")).unwrap().mode() & 0o7000, 0);
}

#[test]
fn a_symlink_in_the_destination_is_not_followed() {
    let scratch = scratch();
    fs::create_dir(scratch.join("outside")).unwrap();
    symlink("../outside", scratch.join("to/d")).unwrap();
    python(scratch.path(), "tar('a.tar', ('d/x', F, 'evil'))\n");
    told(&run(&mut extract(scratch.path(), &["a.tar", "to"]))).ends(1);
    assert!(names(scratch.join("outside")).is_empty());
}

#[test]
fn archives_made_to_fill_the_disk_are_refused() {
    let scratch = scratch();
    sh(scratch.path(), "head -c 1100000000 /dev/zero | gzip -1 > zeros.gz");
    python(
        scratch.path(),
        "z = zipfile.ZipFile('zeros.zip', 'w', zipfile.ZIP_DEFLATED)\n\
         f = z.open('zeros', 'w', force_zip64=True)\n\
         for i in range(1100): f.write(bytes(1 << 20))\n\
         f.close(); z.close()\n",
    );
    // The directory of a zip tells its size, so a dry run refuses it, too.
    let (_, err, code) =
        told(&run(&mut extract(scratch.path(), &["--dry-run", "zeros.zip", "to"])));
    assert!(code == 1 && err.contains("larger than the limit"), "{err}");
    for name in ["zeros.gz", "zeros.zip"] {
        let (_, err, code) = told(&run(&mut extract(scratch.path(), &[name, "to"])));
        assert_eq!(code, 1, "{err}");
        assert!(err.contains("larger than the limit") && err.contains("--unpack-limit=0"), "{err}");
        assert!(names(scratch.join("to")).is_empty());
    }
    fs::write(scratch.join("small"), vec![0; 5000]).unwrap();
    sh(scratch.path(), "tar -cf small.tar small");
    let limited = ["--unpack-limit=5k", "small.tar", "to"];
    assert_eq!(told(&run(&mut extract(scratch.path(), &limited))).2, 1);
    assert!(names(scratch.join("to")).is_empty());
    assert_eq!(
        told(&run(&mut extract(scratch.path(), &["--unpack-limit=6k", "small.tar", "to"]))).2,
        0
    );
}

#[test]
fn damage_is_an_error_and_what_is_whole_is_there() {
    let scratch = scratch();
    python(
        scratch.path(),
        "tar('cut.tar', ('one', F, '1' * 5000), ('two', F, '2' * 50000))\n\
         b = open('cut.tar', 'rb').read(); open('cut.tar', 'wb').write(b[:20000])\n\
         z = zipfile.ZipFile('bad.zip', 'w'); z.writestr('one', 'fine'); z.writestr('two', 'wrongwrong'); z.close()\n\
         b = open('bad.zip', 'rb').read().replace(b'wrongwrong', b'wrongWrong'); open('bad.zip', 'wb').write(b)\n",
    );
    for name in ["cut.tar", "bad.zip"] {
        let (_, err, code) = told(&run(&mut extract(scratch.path(), &[name, "to"])));
        let line =
            |what| format!("fcp extract: cannot extract '{what}': it is damaged or cut off\n");
        // A tar ends there, and its further entries are missing.
        let rest = if name == "cut.tar" { line(name.to_owned()) } else { String::new() };
        assert_eq!((err, code), (line(format!("{name}/two")) + &rest, 1));
        assert_eq!(names(scratch.join("to")), ["one"]);
        fs::remove_file(scratch.join("to/one")).unwrap();
    }
    fs::write(scratch.join("text.zip"), "no archive").unwrap();
    let (_, err, code) = told(&run(&mut extract(scratch.path(), &["text.zip", "to"])));
    assert!(err.contains("'text.zip': it is not an archive of a known format"), "{err}");
    assert_eq!(code, 1);
}

#[test]
fn set_id_bits_of_an_archive_without_owners_serve_nobody() {
    let scratch = Scratch::new();
    let script = "z = zipfile.ZipFile('a.zip', 'w')\n\
                  i = zipfile.ZipInfo('f'); i.create_system = 3; i.external_attr = 0o106755 << 16\n\
                  z.writestr(i, 'f'); z.close()\n";
    python(scratch.path(), script);
    let (_, err, code) = told(&run(&mut extract(scratch.path(), &["-a", "a.zip", "to"])));
    assert_eq!((err.as_str(), code), ("", 0));
    assert_eq!(fs::metadata(scratch.join("to/f")).unwrap().mode() & 0o7777, 0o755);
}

#[test]
fn an_entry_whose_data_is_said_to_be_behind_the_file_fails_alone() {
    let scratch = Scratch::new();
    let script = "z = zipfile.ZipFile('a.zip', 'w')\n\
                  for name in ('a', 'b'): z.writestr(name, name)\n\
                  z.filelist[0].header_offset = 2 ** 64 - 256\n\
                  z.close()\n";
    python(scratch.path(), script);
    let (_, err, code) = told(&run(&mut extract(scratch.path(), &["a.zip", "to"])));
    let expected = "fcp extract: cannot extract 'a.zip/a': it is damaged or cut off\n";
    assert_eq!((err.as_str(), code), (expected, 1));
    assert_eq!(names(scratch.join("to")), ["b"]);
}
