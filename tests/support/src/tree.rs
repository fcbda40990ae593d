//! Builds trees from a seed, with every kind of file, name and attribute that filesystems hold.

use std::ffi::CString;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{AtFlags, FileType, Mode, makedev};

use crate::cursor::Cursor;
use crate::layout::make_and_enter;
use crate::names;
use crate::rng::Rng;

/// How large the files are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// All of one size.
    Fixed(u64),
    /// From nothing up to this bound, small ones far more often than large ones.
    Mixed(u64),
}

/// What to build. The same value builds the same tree every time.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Decides everything that is not fixed below.
    pub seed: u64,
    /// The number of names in the tree, directories included.
    pub entries: usize,
    /// How deep directories nest; reached whenever `entries` suffice.
    pub depth: usize,
    /// How large the regular files are.
    pub sizes: Sizes,
    /// Symlinks: to siblings, up, absolute, to themselves, dangling.
    pub symlinks: bool,
    /// Further names of files, often in other directories.
    pub hard_links: bool,
    /// Sparse files with holes at the start, in the middle, at the end, and throughout.
    pub holes: bool,
    /// Extended attributes of users on files and directories.
    pub xattrs: bool,
    /// Access ACLs, and default ACLs on directories.
    pub acls: bool,
    /// Named pipes.
    pub fifos: bool,
    /// Sockets on which no process listens.
    pub sockets: bool,
    /// Character and block devices; needs root.
    pub devices: bool,
    /// Names of [`names::odd`].
    pub odd_names: bool,
    /// Modes such as 0, setuid, setgid and sticky, read-only directories.
    pub odd_modes: bool,
    /// Modification times of nanosecond precision, some before 1970.
    pub times: bool,
    /// Owners and groups other than ours; needs root.
    pub owners: bool,
}

/// What was built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Names in all, directories included, the root not.
    pub entries: u64,
    /// Directories.
    pub directories: u64,
    /// Names of regular files that are not further hard links.
    pub files: u64,
    /// Symlinks.
    pub symlinks: u64,
    /// Further names of files.
    pub hard_links: u64,
    /// FIFOs, sockets and devices.
    pub specials: u64,
    /// The sum of the apparent sizes of `files`.
    pub bytes: u64,
}

impl Tree {
    /// Asks for directories and files alone.
    pub fn plain(seed: u64) -> Self {
        Self {
            seed,
            entries: 200,
            depth: 6,
            sizes: Sizes::Mixed(256 << 10),
            symlinks: false,
            hard_links: false,
            holes: false,
            xattrs: false,
            acls: false,
            fifos: false,
            sockets: false,
            devices: false,
            odd_names: false,
            odd_modes: false,
            times: false,
            owners: false,
        }
    }

    /// Asks for all that a user may make and read back on any filesystem.
    pub fn user(seed: u64) -> Self {
        Self {
            symlinks: true,
            hard_links: true,
            holes: true,
            fifos: true,
            sockets: true,
            odd_names: true,
            times: true,
            ..Self::plain(seed)
        }
    }

    /// Asks for everything; needs root and a filesystem with extended attributes and ACLs.
    pub fn full(seed: u64) -> Self {
        Self {
            xattrs: true,
            acls: true,
            devices: true,
            odd_modes: true,
            owners: true,
            ..Self::user(seed)
        }
    }

    /// Changes the number of names.
    #[must_use]
    pub fn entries(self, entries: usize) -> Self {
        Self { entries, ..self }
    }

    /// Changes how deep directories nest.
    #[must_use]
    pub fn depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Builds the tree in `dir`, which is made unless it exists.
    pub fn build(&self, dir: &Path) -> io::Result<Totals> {
        let at = make_and_enter(dir)?;
        let mut builder = Builder {
            rng: Rng::new(self.seed),
            tree: self,
            at,
            totals: Totals::default(),
            made: 0,
            linkable: Vec::new(),
            dealt: Dealt::default(),
        };
        builder.build()?;
        if self.times {
            let (at, name) = Cursor::beside(dir)?;
            rustix::fs::utimensat(&at, &name, &builder.times(), AtFlags::SYMLINK_NOFOLLOW)?;
        }
        Ok(builder.totals)
    }
}

/// A kind of entry other than a directory.
#[derive(Clone, Copy, Debug)]
enum Kind {
    File,
    Sparse(Holes),
    Symlink(Leads),
    HardLink,
    Fifo,
    Socket,
    Character(u32, u32),
    Block(u32, u32),
}

#[derive(Clone, Copy, Debug)]
enum Holes {
    Start,
    Middle,
    End,
    Everywhere,
    Many,
}

#[derive(Clone, Copy, Debug)]
enum Leads {
    Sibling,
    Up,
    Away,
    Nowhere,
    ToItself,
    Far,
}

/// How far each list of variants has been dealt, so that every variant appears early on.
#[derive(Debug, Default)]
struct Dealt {
    kinds: usize,
    names: usize,
    file_modes: usize,
    directory_modes: usize,
    xattrs: usize,
    acls: usize,
}

/// The next of a list of variants, in turn.
fn deal<T: Copy>(dealt: &mut usize, from: &[T]) -> T {
    *dealt += 1;
    from[(*dealt - 1) % from.len()]
}

const FILE_MODES: &[u32] =
    &[0o000, 0o400, 0o444, 0o200, 0o4755, 0o2755, 0o6711, 0o1644, 0o777, 0o666];
const DIRECTORY_MODES: &[u32] = &[0o555, 0o000, 0o1777, 0o2775, 0o700, 0o500, 0o3777, 0o300, 0o711];
const BLOCK: u64 = 64 << 10;

struct Builder<'a> {
    tree: &'a Tree,
    rng: Rng,
    at: Cursor,
    totals: Totals,
    /// Names given so far; part of each, so that none comes twice.
    made: usize,
    /// Files that further names may be given to.
    linkable: Vec<OwnedFd>,
    dealt: Dealt,
}

/// A directory to be made: its children come before its own metadata is set.
#[derive(Debug, Default)]
struct Node {
    directories: Vec<usize>,
    others: Vec<Kind>,
}

impl Builder<'_> {
    fn build(&mut self) -> io::Result<()> {
        let mut nodes = self.plan();
        // Directories entered: the name, and the children still to be made.
        let mut open = vec![(c".".to_owned(), std::mem::take(&mut nodes[0].directories))];
        self.fill(&nodes[0].others)?;
        while let Some((name, children)) = open.last_mut() {
            if let Some(child) = children.pop() {
                let name = self.name();
                rustix::fs::mkdirat(&self.at, &name, Mode::RWXU)?;
                self.totals.directories += 1;
                self.at.down(&name)?;
                open.push((name, std::mem::take(&mut nodes[child].directories)));
                self.fill(&nodes[child].others)?;
            } else {
                let name = std::mem::take(name);
                open.pop();
                if !open.is_empty() {
                    self.at.up()?;
                    self.dress(&name, FileType::Directory)?;
                }
            }
        }
        Ok(())
    }

    /// Decides the shape: a chain as deep as asked for, the rest at random.
    fn plan(&mut self) -> Vec<Node> {
        let directories = (self.tree.entries / 6).min(self.tree.entries * self.tree.depth);
        let mut nodes = vec![Node::default()];
        let mut depths = vec![0];
        for i in 1..=directories {
            let parent = loop {
                let any = if i <= self.tree.depth { i - 1 } else { self.pick(nodes.len()) };
                if depths[any] < self.tree.depth {
                    break any;
                }
            };
            nodes[parent].directories.push(i);
            nodes.push(Node::default());
            depths.push(depths[parent] + 1);
        }
        let special = self.special_kinds();
        for i in directories..self.tree.entries {
            let kind = match special.as_slice() {
                special @ [_, ..] if i % 3 == 2 => deal(&mut self.dealt.kinds, special),
                _ => Kind::File,
            };
            // The last quarter stays without files, so that there are empty directories.
            let directory = self.pick((nodes.len() * 3).div_ceil(4));
            nodes[directory].others.push(kind);
        }
        nodes
    }

    fn special_kinds(&self) -> Vec<Kind> {
        let mut kinds = Vec::new();
        let mut offer = |wanted: bool, offered: &[Kind]| {
            if wanted {
                kinds.extend_from_slice(offered);
            }
        };
        offer(self.tree.fifos, &[Kind::Fifo]);
        offer(self.tree.sockets, &[Kind::Socket]);
        offer(
            self.tree.symlinks,
            &[Leads::Sibling, Leads::Nowhere, Leads::Up, Leads::Away, Leads::ToItself, Leads::Far]
                .map(Kind::Symlink),
        );
        offer(self.tree.hard_links, &[Kind::HardLink; 3]);
        offer(
            self.tree.holes,
            &[Holes::Start, Holes::Middle, Holes::End, Holes::Everywhere, Holes::Many]
                .map(Kind::Sparse),
        );
        // The last has the numbers of an overlayfs whiteout.
        offer(
            self.tree.devices,
            &[Kind::Character(1, 3), Kind::Block(7, 250), Kind::Character(0, 0)],
        );
        kinds
    }

    /// Makes what is in the current directory beside directories.
    fn fill(&mut self, kinds: &[Kind]) -> io::Result<()> {
        let mut sibling = c"sibling".to_owned();
        for &kind in kinds {
            let name = self.name();
            match kind {
                Kind::HardLink if !self.linkable.is_empty() => {
                    self.link(&name)?;
                    continue;
                }
                Kind::File | Kind::HardLink => {
                    let size = match self.tree.sizes {
                        Sizes::Fixed(size) => size,
                        Sizes::Mixed(0) => 0,
                        Sizes::Mixed(most) => {
                            let magnitude = self.rng.below(u64::from(most.ilog2()) + 2);
                            self.rng.below((1 << magnitude).min(most) + u64::from(magnitude > 0))
                        }
                    };
                    self.file(&name, size, &[(0, size)])?;
                }
                Kind::Sparse(holes) => {
                    let (size, data) = match holes {
                        Holes::Start => (20 * BLOCK, vec![(19 * BLOCK, BLOCK)]),
                        Holes::Middle => (20 * BLOCK, vec![(0, BLOCK), (19 * BLOCK, BLOCK)]),
                        Holes::End => (20 * BLOCK + 1, vec![(0, BLOCK)]),
                        Holes::Everywhere => (20 * BLOCK - 1, vec![]),
                        Holes::Many => (20 * BLOCK, (0..5).map(|i| (i * 4 * BLOCK, 100)).collect()),
                    };
                    self.file(&name, size, &data)?;
                }
                Kind::Symlink(leads) => self.symlink(&name, leads, &sibling)?,
                Kind::Fifo => self.special(&name, FileType::Fifo, 0)?,
                Kind::Socket => self.special(&name, FileType::Socket, 0)?,
                Kind::Character(major, minor) => {
                    self.special(&name, FileType::CharacterDevice, device(major, minor))?;
                }
                Kind::Block(major, minor) => {
                    self.special(&name, FileType::BlockDevice, device(major, minor))?;
                }
            }
            sibling = name;
        }
        Ok(())
    }

    fn name(&mut self) -> CString {
        self.made += 1;
        self.totals.entries += 1;
        if self.tree.odd_names && self.rng.once_in(3) {
            self.dealt.names += 1;
            names::odd(self.dealt.names - 1, self.made)
        } else {
            names::plain(self.made)
        }
    }

    fn pick(&mut self, from: usize) -> usize {
        self.rng.below(from as u64) as usize
    }
}

mod make;
/// The number of a device; its types differ between systems.
#[allow(
    clippy::cast_lossless,
    clippy::unnecessary_cast,
    trivial_numeric_casts,
    reason = "the types differ"
)]
fn device(major: u32, minor: u32) -> u64 {
    makedev(major as _, minor as _) as u64
}

#[cfg(test)]
mod tests;
