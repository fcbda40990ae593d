//! Parses the list of mounts in `/proc/PID/mountinfo` (proc(5)).

/// Major and minor number of a device.
pub type Device = (u32, u32);

/// One mount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// The number of the mount.
    pub id: u64,
    /// The device of its filesystem.
    pub device: Device,
    /// The directory that it is mounted on.
    pub dir: Vec<u8>,
    /// The type of the filesystem, as `ext4` or `fuse.sshfs`.
    pub kind: Vec<u8>,
    /// What is mounted: a device, a server and a path, or any word.
    pub source: Vec<u8>,
    /// The options of the filesystem, still spelt with escapes.
    options: Vec<u8>,
}

impl Mount {
    /// The value of an option.
    pub fn option(&self, name: &[u8]) -> Option<Vec<u8>> {
        let mut options = self.options.split(|byte| *byte == b',');
        let value = |option: &[u8]| option.strip_prefix(name)?.strip_prefix(b"=").map(unescape);
        options.find_map(value)
    }

    /// The name of the machine that holds the files.
    pub fn server(&self) -> Option<&[u8]> {
        let source = self.source.as_slice();
        let host = match self.kind.as_slice() {
            // Both //server/share and \\server\share are understood.
            b"cifs" | b"smb3" | b"smbfs" => {
                let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
                source.split(is_slash).find(|part| !part.is_empty())?
            }
            b"nfs" | b"nfs4" | b"fuse.glusterfs" => host(source),
            // user@server:path and user@cluster.name=/path
            b"fuse.sshfs" | b"ceph" => host(without_user(source)),
            _ => return None,
        };
        (!host.is_empty()).then_some(host)
    }

    /// Whether the files are on another machine, so that asking for them may take long.
    pub fn is_network(&self) -> bool {
        const NETWORK: [&[u8]; 18] = [
            b"nfs",
            b"nfs4",
            b"cifs",
            b"smb3",
            b"smbfs",
            b"afs",
            b"ceph",
            b"9p",
            b"ncpfs",
            b"coda",
            b"glusterfs",
            b"lustre",
            b"fuse.sshfs",
            b"fuse.rclone",
            b"fuse.glusterfs",
            b"fuse.gvfsd-fuse",
            b"fuse.davfs",
            b"fuse.s3fs",
        ];
        NETWORK.contains(&self.kind.as_slice())
    }

    /// Whether a program serves the files (fuse(8)).
    pub fn is_fuse(&self) -> bool {
        self.kind.starts_with(b"fuse")
    }
}

/// Drops `user@`; later ones belong to the path.
fn without_user(source: &[u8]) -> &[u8] {
    let end = source.iter().position(|byte| matches!(byte, b'@' | b':' | b'/'));
    match end.and_then(|end| source.split_at_checked(end)) {
        Some((_, [b'@', rest @ ..])) => rest,
        _ => source,
    }
}

/// The part before the path, without a port; an IPv6 address stands in brackets.
fn host(source: &[u8]) -> &[u8] {
    let (rest, is_end): (_, fn(&u8) -> bool) = match source.strip_prefix(b"[") {
        Some(address) => (address, |byte| *byte == b']'),
        None => (source, |byte| matches!(byte, b':' | b'=' | b'/' | b',')),
    };
    rest.split(is_end).next().unwrap_or_default()
}

/// Reads the list of mounts; lines that make no sense are left out.
pub fn parse(text: &[u8]) -> Vec<Mount> {
    text.split(|byte| *byte == b'\n').filter_map(parse_line).collect()
}

/// Reads where filesystems are to be mounted, in the lines of `/etc/fstab` (fstab(5)).
pub fn mount_points(fstab: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    fstab.split(|byte| *byte == b'\n').filter_map(move |line| {
        let mut fields = line.split(is_blank).filter(|field| !field.is_empty());
        let point = fields.next().filter(|source| !source.starts_with(b"#")).and(fields.next())?;
        point.starts_with(b"/").then(|| unescape(point))
    })
}

/// Reads where filesystems are to be mounted, in the lines of a map of the automounter (auto.master(5), autofs(5)): with the
/// names of other maps, or of single disks.
pub fn automount_points(map: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    map.split(|byte| *byte == b'\n').filter_map(|line| {
        let point = line.split(u8::is_ascii_whitespace).find(|field| !field.is_empty())?;
        // The map behind `/-` has them itself.
        (point.starts_with(b"/") && point != b"/-").then(|| point.to_vec())
    })
}

/// Where a unit of systemd mounts a filesystem, by the name that it must have (systemd.mount(5)).
pub fn mount_point_of_unit(name: &[u8]) -> Option<Vec<u8>> {
    let escaped = name.strip_suffix(b".mount").or(name.strip_suffix(b".automount"))?;
    let mut path = vec![b'/'];
    let mut rest = if escaped == b"-" { &b""[..] } else { escaped };
    while let Some((first, behind)) = rest.split_first() {
        let code = |digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        let escape = rest.strip_prefix(b"\\x").and_then(|it| it.split_at_checked(2));
        let found = escape.and_then(|(digits, behind)| Some((code(digits)?, behind)));
        let plain = if *first == b'-' { b'/' } else { *first };
        let (byte, left) = found.unwrap_or((plain, behind));
        path.push(byte);
        rest = left;
    }
    Some(path)
}

/// Reads `36 35 98:0 /root /mount/point rw,noatime master:1 - ext3 /dev/root rw,errors=continue`.
fn parse_line(line: &[u8]) -> Option<Mount> {
    let mut fields = line.split(|byte| *byte == b' ');
    let id = number(fields.next()?)?;
    let device = parse_device(fields.nth(1)?)?;
    let dir = unescape(fields.nth(1)?);
    // Options of the mount, then any number of tags, up to a dash.
    let mut rest = fields.skip(1).skip_while(|field| *field != b"-").skip(1);
    Some(Mount {
        id,
        device,
        dir,
        kind: unescape(rest.next()?),
        source: unescape(rest.next()?),
        options: rest.next().unwrap_or_default().to_vec(),
    })
}

fn parse_device(text: &[u8]) -> Option<Device> {
    let mut numbers = text.splitn(2, |byte| *byte == b':');
    Some((number(numbers.next()?)?, number(numbers.next()?)?))
}

fn number<N: std::str::FromStr>(text: &[u8]) -> Option<N> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Takes back what the kernel does to blanks and the like: a backslash and three octal digits.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..3).filter(|_| *first == b'\\').and_then(octal);
        plain.push(code.unwrap_or(*first));
        rest = code.and_then(|_| after.get(3..)).unwrap_or(after);
    }
    plain
}

fn octal(digits: &[u8]) -> Option<u8> {
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mount(line: &str) -> Mount {
        parse(line.as_bytes()).pop().unwrap()
    }

    #[test]
    fn mounts_are_read_with_any_number_of_tags() {
        let text = b"36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 shared:7 - ext3 /dev/root rw\n\
            27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard\n\
            nonsense\n\
            40 1 0:44 / /a\\040- rw - fuse.x\\134y a\\040b\\011c ro,upperdir=/x\\054y\\040z,user=1\n";
        let mounts = parse(text);
        assert_eq!(mounts.len(), 3);
        assert_eq!((mounts[0].id, mounts[0].device), (36, (98, 0)));
        assert_eq!(mounts[0].source, b"/dev/root");
        assert_eq!(
            (mounts[0].dir.as_slice(), mounts[2].dir.as_slice()),
            (&b"/mnt2"[..], &b"/a -"[..])
        );
        assert_eq!((mounts[1].id, mounts[1].kind.as_slice()), (27, b"ext4".as_slice()));
        assert_eq!(mounts[2].kind, b"fuse.x\\y");
        assert_eq!(mounts[2].source, b"a b\tc");
        assert_eq!(mounts[2].option(b"upperdir").unwrap(), b"/x,y z");
        assert_eq!(mounts[2].option(b"user").unwrap(), b"1");
        assert_eq!(mounts[2].option(b"upper"), None);
    }

    #[test]
    fn mount_points_are_read_as_fstab_spells_them() {
        let text = b"# /dev/sda /not ext4\n/dev/sda1\t/  ext4 rw 0 1\n\nUUID=a swap swap\n\
            nas:/a /mnt/a\\040b nfs4 ro\n  LABEL=c /c\n";
        let found: Vec<_> = mount_points(text).collect();
        assert_eq!(found, [&b"/"[..], b"/mnt/a b", b"/c"]);
    }

    #[test]
    fn mount_points_are_read_as_the_automounter_spells_them() {
        let text = b"# /mnt/not\n+auto.master\n/- auto.direct\n/net\t-hosts\n cd -ro :/dev/sr0\n/srv/a nas:/a\n";
        let found: Vec<_> = automount_points(text).collect();
        assert_eq!(found, [&b"/net"[..], b"/srv/a"]);
    }

    #[test]
    fn mount_points_are_read_from_the_names_of_units() {
        let read = |name: &str| {
            mount_point_of_unit(name.as_bytes()).map(|path| String::from_utf8(path).unwrap())
        };
        for (name, path) in [
            ("-.mount", "/"),
            ("srv-data.mount", "/srv/data"),
            (r"mnt-a\x2db\x20c.automount", "/mnt/a-b c"),
            (r"mnt-\xc3\xa4.mount", "/mnt/ä"),
            (r"mnt-\xzz.mount", r"/mnt/\xzz"),
        ] {
            assert_eq!(read(name).as_deref(), Some(path));
        }
        assert_eq!(read("srv-data.service"), None);
    }

    #[test]
    fn a_source_may_be_empty_and_options_missing() {
        let bare = mount("40 1 0:44 / /a rw -  ");
        assert_eq!((bare.kind.as_slice(), bare.source.as_slice()), (&b""[..], &b""[..]));
        assert_eq!(mount("40 1 0:44 / /a rw - tmpfs  rw").source, b"");
    }

    #[test]
    fn what_is_no_escape_stays() {
        assert_eq!(unescape(br"a\04"), br"a\04");
        assert_eq!(unescape(br"\\\999\040"), br"\\\999 ");
        assert_eq!(unescape(br"\400"), br"\400");
    }

    #[test]
    fn servers_are_told_from_their_paths() {
        let server = |kind: &str, source: &str| {
            let mount = mount(&format!("40 1 0:44 / /a rw - {kind} {source} rw"));
            mount.server().map(|name| String::from_utf8(name.to_vec()).unwrap())
        };
        let found = |name: &str| Some(name.to_owned());
        assert_eq!(server("nfs4", "nas.local:/export/a"), found("nas.local"));
        assert_eq!(server("nfs", "[fe80::1%eth0]:/a"), found("fe80::1%eth0"));
        assert_eq!(server("cifs", "//nas/share"), found("nas"));
        assert_eq!(server("smb3", r"\134\134nas\134share"), found("nas"));
        assert_eq!(server("fuse.sshfs", "me@far:/home/a@b"), found("far"));
        assert_eq!(server("fuse.sshfs", "far:a@b"), found("far"));
        assert_eq!(server("ceph", "mon1:6789,mon2:6789:/"), found("mon1"));
        assert_eq!(server("ceph", "admin@af-12.fs=/"), found("af-12.fs"));
        assert_eq!(server("ext4", "/dev/sda"), None);
        assert_eq!(server("nfs", ":/a"), None);
    }
}
