//! The memory available for a transposition table. A table that is too large is rejected before the
//! system's out-of-memory killer ends the process.

use std::{
    fs,
    path::{Path, PathBuf},
};

const MIB: u64 = 1 << 20;

/// Greater limits mean no limit: version 1 of control groups writes the largest number of pages.
const UNLIMITED: u64 = 1 << 62;

/// Error for a transposition table larger than the available memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a hash table of {wanted} MiB does not fit in memory, of which {available} MiB are available"
)]
pub struct HashTooLarge {
    /// The requested size, in mebibytes.
    pub wanted: usize,
    /// The memory available, in mebibytes.
    pub available: usize,
}

/// Checks that a transposition table of `mib` mebibytes fits in memory.
///
/// # Errors
/// If it does not. If the memory available is unknown, on systems other than Linux, every size is
/// accepted; a table that cannot be allocated is then made smaller.
pub fn check_hash(mib: usize) -> Result<(), HashTooLarge> {
    match available_mib() {
        Some(available) if mib > available => Err(HashTooLarge {
            wanted: mib,
            available,
        }),
        _ => Ok(()),
    }
}

/// Returns the mebibytes that this process may use for its tables, including those in use.
fn available_mib() -> Option<usize> {
    let system = System {
        proc: Path::new("/proc"),
        cgroups: Path::new("/sys/fs/cgroup"),
    };
    system.available().map(|bytes| (bytes / MIB) as usize)
}

/// The directories in which Linux describes memory.
struct System<'a> {
    proc: &'a Path,
    cgroups: &'a Path,
}

/// The names of a control group's files and of the lines of its statistics.
struct Names {
    limit: &'static str,
    usage: &'static str,
    /// Cached files, which are dropped when memory is needed.
    cached: [&'static str; 2],
}

const VERSION_1: Names = Names {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    cached: ["total_active_file", "total_inactive_file"],
};

const VERSION_2: Names = Names {
    limit: "memory.max",
    usage: "memory.current",
    cached: ["active_file", "inactive_file"],
};

impl System<'_> {
    /// Returns the minimum available to this process by the machine, the control groups and the
    /// limit of the address space, in bytes; `None` if nothing is known.
    fn available(&self) -> Option<u64> {
        let own = kibibytes(&self.proc.join("self/status"), "RssAnon:").unwrap_or_default();
        let machine = kibibytes(&self.proc.join("meminfo"), "MemAvailable:");
        let machine = machine.map(|bytes| bytes + own);
        let groups = self.groups().into_iter();
        let groups = groups.filter_map(|(group, names)| Some(left_in(&group, names)? + own));
        machine
            .into_iter()
            .chain(groups)
            .chain(self.address_space())
            .min()
    }

    /// Returns the control groups of this process, each with its ancestors.
    fn groups(&self) -> Vec<(PathBuf, &'static Names)> {
        let text = fs::read_to_string(self.proc.join("self/cgroup")).unwrap_or_default();
        let mut groups = Vec::new();
        for line in text.lines() {
            let mut fields = line.splitn(3, ':').skip(1);
            let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
                continue;
            };
            let (root, names) = if controllers.is_empty() {
                (self.cgroups.to_path_buf(), &VERSION_2)
            } else if controllers.split(',').any(|name| name == "memory") {
                (self.cgroups.join("memory"), &VERSION_1)
            } else {
                continue;
            };
            // Within a container the path may be that of the host, and only the root exists.
            for path in Path::new(path.trim_start_matches('/')).ancestors() {
                groups.push((root.join(path), names));
            }
        }
        groups
    }

    /// Returns the limit of the address space, in bytes.
    fn address_space(&self) -> Option<u64> {
        let text = fs::read_to_string(self.proc.join("self/limits")).ok()?;
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("Max address space"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

/// Returns the memory left in a control group, in bytes; `None` if it has no limit.
fn left_in(group: &Path, names: &Names) -> Option<u64> {
    let number = |name: &str| {
        fs::read_to_string(group.join(name))
            .ok()?
            .trim()
            .parse()
            .ok()
    };
    let limit: u64 = number(names.limit).filter(|&limit| limit < UNLIMITED)?;
    let usage: u64 = number(names.usage).unwrap_or_default();
    let statistics = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let cached: u64 = statistics
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(name, _)| names.cached.contains(name))
        .filter_map(|(_, bytes)| bytes.trim().parse::<u64>().ok())
        .sum();
    Some(limit.saturating_sub(usage.saturating_sub(cached)))
}

/// Returns the bytes given in kibibytes by the line of `file` that begins with `name`.
fn kibibytes(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::PathBuf, process};

    use super::{MIB, System, check_hash};

    /// Directories of a machine of 8 GiB, of which this process uses one and 5 are available.
    struct Machine(PathBuf);

    impl Machine {
        fn new(name: &str) -> Machine {
            let root = env::temp_dir().join(format!("jabberwock-{name}-{}", process::id()));
            let machine = Machine(root);
            machine.write(
                "proc/meminfo",
                "MemTotal: 8388608 kB\nMemAvailable: 5242880 kB\n",
            );
            machine.write(
                "proc/self/status",
                "VmRSS: 1052672 kB\nRssAnon: 1048576 kB\n",
            );
            machine
        }

        fn write(&self, path: &str, text: &str) {
            let path = self.0.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn available_mib(&self) -> Option<u64> {
            let (proc, cgroups) = (&self.0.join("proc"), &self.0.join("cgroup"));
            System { proc, cgroups }
                .available()
                .map(|bytes| bytes / MIB)
        }
    }

    impl Drop for Machine {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).ok();
        }
    }

    #[test]
    fn the_memory_of_this_process_counts_as_available_to_it() {
        assert_eq!(Machine::new("machine").available_mib(), Some(6 << 10));
    }

    #[test]
    fn every_control_group_around_a_process_limits_it() {
        let machine = Machine::new("version-2");
        machine.write("proc/self/cgroup", "0::/outer/inner\n");
        machine.write("cgroup/outer/inner/memory.max", "max\n");
        assert_eq!(machine.available_mib(), Some(6 << 10));
        machine.write("cgroup/outer/memory.max", "2147483648\n");
        machine.write("cgroup/outer/memory.current", "1610612736\n");
        assert_eq!(machine.available_mib(), Some(1536));
        // Of the 1,536 MiB in use 256 are cached files.
        let statistics = "anon 7\nactive_file 167772160\ninactive_file 100663296\n";
        machine.write("cgroup/outer/memory.stat", statistics);
        assert_eq!(machine.available_mib(), Some(1792));
    }

    #[test]
    fn groups_of_version_1_are_read_where_only_their_root_is_visible() {
        let machine = Machine::new("version-1");
        machine.write("proc/self/cgroup", "5:cpu:/x\n4:memory:/host/name\n0::/\n");
        machine.write(
            "cgroup/memory/memory.limit_in_bytes",
            "9223372036854771712\n",
        );
        machine.write("cgroup/memory/memory.usage_in_bytes", "4096\n");
        assert_eq!(machine.available_mib(), Some(6 << 10));
        machine.write("cgroup/memory/memory.limit_in_bytes", "1073741824\n");
        assert_eq!(machine.available_mib(), Some(2047));
    }

    #[test]
    fn the_limit_of_the_address_space_counts() {
        let machine = Machine::new("limits");
        let line = "Max address space         536870912            unlimited            bytes\n";
        machine.write("proc/self/limits", line);
        assert_eq!(machine.available_mib(), Some(512));
        machine.write("proc/self/limits", &line.replace("536870912", "unlimited"));
        assert_eq!(machine.available_mib(), Some(6 << 10));
    }

    #[test]
    fn nothing_is_refused_where_nothing_is_known() {
        let machine = Machine::new("unknown");
        fs::remove_dir_all(machine.0.join("proc")).unwrap();
        assert_eq!(machine.available_mib(), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_larger_than_every_machine_is_refused() {
        assert_eq!(check_hash(1), Ok(()));
        let error = check_hash(1 << 40).unwrap_err().to_string();
        let beginning = "a hash table of 1099511627776 MiB does not fit in memory, of which ";
        assert!(error.starts_with(beginning), "{error}");
    }
}
