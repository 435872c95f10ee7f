//! Files that are locked while they are used, and made under another name until they are whole.

use crate::Error;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Who is let in beside the one who opens a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Nobody: it may be written.
    Write,
    /// Whoever reads too.
    Read,
}

/// An error about a file.
pub(super) fn error(path: &Path, why: impl Into<String>) -> Error {
    Error::File { path: path.display().to_string(), why: why.into() }
}

pub(super) fn failed(path: &Path, doing: &str, why: &io::Error) -> Error {
    let then = match why.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "; make room and run it again"
        }
        _ => "",
    };
    error(path, format!("{doing}: {why}{then}"))
}

/// The name under which a file is made.
pub(super) fn unborn(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".stonegame-new");
    path.with_file_name(name)
}

/// A file that is made under another name, and gets its own when it is whole; else it goes away.
pub(super) struct Unborn {
    path: PathBuf,
    to: PathBuf,
    is_born: bool,
    /// Keeps it locked until it has its name, or is gone.
    lock: File,
}

impl Unborn {
    /// Begins an empty file for a path, locked against all.
    pub(super) fn begin(path: &Path) -> Result<(Unborn, File), Error> {
        let new = unborn(path);
        let cannot = |why: &io::Error| failed(&new, "cannot be made", why);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = locked(&new, &options, Access::Write)?.map_err(|why| cannot(&why))?;
        let lock = file.try_clone().map_err(|why| cannot(&why))?;
        let unborn = Unborn { path: new.clone(), to: path.to_owned(), is_born: false, lock };
        file.set_len(0).map_err(|why| cannot(&why))?;
        Ok((unborn, file))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its own name, in the place of what has it.
    pub(super) fn born(mut self) -> Result<(), Error> {
        if !is_at(&self.lock, &self.path) {
            self.is_born = true;
            return Err(error(&self.path, "was taken away while it was made"));
        }
        let renamed = std::fs::rename(&self.path, &self.to);
        renamed.map_err(|why| failed(&self.to, "cannot be replaced", &why))?;
        self.is_born = true;
        Ok(())
    }
}

impl Drop for Unborn {
    fn drop(&mut self) {
        if !self.is_born {
            // What is there of it is of no use, and if it stays the next one begins with removing it.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Opens and locks a file; the inner error is that of opening it.
pub(super) fn locked(
    path: &Path,
    options: &OpenOptions,
    access: Access,
) -> Result<Result<File, io::Error>, Error> {
    loop {
        let file = match options.open(path) {
            Ok(file) => file,
            Err(why) => return Ok(Err(why)),
        };
        let locked = match access {
            Access::Write => file.try_lock(),
            Access::Read => file.try_lock_shared(),
        };
        locked.map_err(|why| match why {
            TryLockError::WouldBlock => {
                error(path, "another process has this file open; wait until it ends")
            }
            TryLockError::Error(why) => failed(path, "cannot be locked", &why),
        })?;
        // Before it was locked another file may have taken its name.
        if is_at(&file, path) {
            return Ok(Ok(file));
        }
    }
}

/// Whether an open file is the one of this name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place =
        |data: io::Result<std::fs::Metadata>| data.map(|data| (data.dev(), data.ino())).ok();
    let place_of_name = place(path.metadata());
    place_of_name.is_some() && place(file.metadata()) == place_of_name
}

/// Where an open file cannot be renamed, nothing can have happened to its name.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
