//! Tests of archives as other programs write them, whole and damaged.

use super::*;
use fcp_test_support::output::told;

/// Extracts an archive into `o`; gives what was told and the exit code.
fn extracted(dir: &Path, args: &[&str]) -> (String, i32) {
    let (_, err, code) = told(&run(&mut extract(dir, &[args, &["o"]].concat())));
    (err, code)
}

fn python_and(dir: &Path, script: &str, line: &str) {
    python(dir, script);
    sh(dir, line);
}

#[test]
fn fields_of_pax_headers_may_hold_line_ends() {
    let scratch = scratch();
    let dir = scratch.path();
    python_and(
        dir,
        "import os\nos.makedirs('s')\nfor n in ('a', 'b\\n', 'é\\nx', 'z'): open('s/' + n, 'w').write(n)\n\
         os.symlink('é\\nb', 's/link')\nos.setxattr('s/a', 'user.n', b'l1\\nl2')",
        "mkdir o; tar --xattrs --format=pax -cf t.tar s",
    );
    assert_eq!(extracted(dir, &["t.tar"]), (String::new(), 0));
    assert_same(&dir.join("s"), &dir.join("o/s"), &What { xattrs: false, ..What::contents() });
    // Our own archives come back as well.
    run(program("fcp").current_dir(dir).args(["pack", "own.tar", "s"]));
    fs::remove_dir_all(dir.join("o/s")).unwrap();
    assert_eq!(extracted(dir, &["own.tar"]), (String::new(), 0));
    assert_same(&dir.join("s"), &dir.join("o/s"), &What { xattrs: false, ..What::contents() });
}

#[test]
fn incremental_archives_and_old_hard_links_are_read() {
    let scratch = scratch();
    let dir = scratch.path();
    sh(dir, "mkdir g o; echo 1 >g/a; echo 2 >g/b; tar -g snar -cf inc.tar g");
    assert_eq!(extracted(dir, &["inc.tar"]), (String::new(), 0));
    assert_same(&dir.join("g"), &dir.join("o/g"), &What::contents());
    // An entry of a hard link that tells the size of the file and brings no data.
    python(
        dir,
        "import tarfile\nt = tarfile.open('old.tar', 'w', format=tarfile.USTAR_FORMAT)\nt.add('g/a')\n\
         i = t.gettarinfo('g/a')\ni.name, i.type, i.linkname, i.size = 'g/link', tarfile.LNKTYPE, 'g/a', 2\n\
         t.fileobj.write(i.tobuf(tarfile.USTAR_FORMAT))\nt.offset += 512\nt.add('g/b')\nt.close()",
    );
    fs::remove_dir_all(dir.join("o/g")).unwrap();
    assert_eq!(extracted(dir, &["old.tar"]), (String::new(), 0));
    assert_eq!(names(dir.join("o/g")), ["a", "b", "link"]);
}

#[test]
fn a_packed_tar_that_is_damaged_replaces_nothing() {
    let scratch = scratch();
    let dir = scratch.path();
    sh(
        dir,
        "mkdir -p s o/s; for n in a b c; do head -c 50000 /dev/urandom >s/$n; echo precious >o/s/$n; done
        tar -czf t.tgz s; printf X | dd of=t.tgz bs=1 seek=60000 conv=notrunc 2>/dev/null",
    );
    let (err, code) = extracted(dir, &["t.tgz"]);
    assert!(code == 1 && err.contains("'t.tgz': it is damaged or cut off"), "{err}");
    for name in ["a", "b", "c"] {
        assert_eq!(fs::read(dir.join("o/s").join(name)).unwrap(), b"precious\n", "{err}");
    }
    // Nor does a file give way to a folder by becoming a backup.
    sh(dir, "rm -r o/s; echo precious >o/s");
    for flags in [&["-b"][..], &["--keep-replaced"]] {
        assert_eq!(extracted(dir, &[flags, &["t.tgz"]].concat()).1, 1);
        assert_eq!(names(dir.join("o")), ["s"], "{flags:?}");
    }
    fs::remove_file(dir.join("o/s")).unwrap();
    fs::create_dir(dir.join("o/s")).unwrap();
    // What has no name there comes as far as it could be read.
    fs::remove_dir_all(dir.join("o/s")).unwrap();
    assert_eq!(extracted(dir, &["t.tgz"]).1, 1);
    assert_same(&dir.join("s/a"), &dir.join("o/s/a"), &What::contents());
}

#[test]
fn zeros_behind_a_gzip_stream_are_no_damage() {
    let scratch = scratch();
    let dir = scratch.path();
    sh(
        dir,
        "mkdir s o; echo 1 >s/a; tar -czf t.tgz s; head -c 10240 /dev/zero >>t.tgz
        gzip -c s/a >m.gz; gzip -c s/a >>m.gz",
    );
    assert_eq!(extracted(dir, &["t.tgz"]), (String::new(), 0));
    assert_eq!(extracted(dir, &["m.gz"]), (String::new(), 0));
    assert_eq!(fs::read(dir.join("o/m")).unwrap(), b"1\n1\n");
}

#[test]
fn a_damaged_symlink_costs_itself_alone_and_a_missing_entry_is_told() {
    let scratch = scratch();
    let dir = scratch.path();
    python(
        dir,
        "import zipfile\nz = zipfile.ZipFile('z.zip', 'w')\ni = zipfile.ZipInfo('a')\n\
         i.create_system, i.external_attr = 3, 0o120777 << 16\nz.writestr(i, 'target')\nz.writestr('b', 'b')\n\
         z.comment = b'PK\\x05\\x06 is no record'\nz.close()\n\
         d = bytearray(open('z.zip', 'rb').read())\nopen('whole.zip', 'wb').write(d)\n\
         d[d.find(b'target')] ^= 1\nopen('z.zip', 'wb').write(d)\n\
         d = bytearray(open('whole.zip', 'rb').read())\nat = d.rfind(b'PK\\x05\\x06', 0, -20)\n\
         d[at + 8] = d[at + 10] = 3\nopen('less.zip', 'wb').write(d)",
    );
    fs::create_dir(dir.join("o")).unwrap();
    extracted(dir, &["z.zip"]).says(1, "z.zip/a': it is damaged");
    assert_eq!(names(dir.join("o")), ["b"]);
    let (err, code) = extracted(dir, &["--on-conflict=skip", "less.zip"]);
    assert!(code == 1 && err.contains("'less.zip': it is damaged or cut off"), "{err}");
    assert_eq!(extracted(dir, &["whole.zip"]), (String::new(), 0));
}

#[test]
fn a_dry_run_names_what_cannot_be_unpacked_and_what_no_backup_is_made_of() {
    let scratch = scratch();
    let dir = scratch.path();
    python_and(
        dir,
        "import zipfile\nz = zipfile.ZipFile('e.zip', 'w')\nz.writestr('f', 'f')\nz.close()\n\
         d = bytearray(open('e.zip', 'rb').read())\nd[6] |= 1\nd[d.find(b'PK\\x01\\x02') + 8] |= 1\n\
         open('e.zip', 'wb').write(d)",
        "mkdir -p o/t d; echo x >t; tar -cf t.tar t; mkdir d/p.tar",
    );
    for args in [&["e.zip"][..], &["-b", "t.tar"]] {
        let (planned, ran) =
            (extracted(dir, &[&["--dry-run"], args].concat()), extracted(dir, args));
        assert_eq!((planned.1, ran.1), (1, 1), "{args:?} {planned:?} {ran:?}");
    }
    for flags in [&["pack", "-b", "--dry-run"][..], &["pack", "-b"]] {
        let packed = run(program("fcp").current_dir(dir).args(flags).args(["d/p.tar", "t"]));
        assert_eq!(packed.status.code(), Some(1), "{flags:?}");
    }
}
