//! How much memory there is to be had.

/// Where it cannot be found out.
const UNKNOWN: u64 = 2 << 30;

/// The bytes that this process can still take without swapping, or 2 GiB where that cannot be found
/// out (without the `std` feature, and on systems other than Linux).
///
/// It is the system's `MemAvailable`, or what is left of the control group's limit if that is less.
pub(crate) fn available() -> u64 {
    #[cfg(all(feature = "std", target_os = "linux"))]
    {
        let system = linux::meminfo();
        match (system, linux::control_group()) {
            (Some(system), Some(group)) => system.min(group),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => UNKNOWN,
        }
    }
    #[cfg(not(all(feature = "std", target_os = "linux")))]
    UNKNOWN
}

#[cfg(all(feature = "std", target_os = "linux"))]
mod linux {
    use std::fs::read_to_string;

    pub(super) fn meminfo() -> Option<u64> {
        parse_meminfo(&read_to_string("/proc/meminfo").ok()?)
    }

    fn parse_meminfo(text: &str) -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        kibibytes.checked_mul(1024)
    }

    /// What is left of the control group's limit, where the group has one (version 2, else 1).
    pub(super) fn control_group() -> Option<u64> {
        let number = |path: &str| read_to_string(path).ok()?.trim().parse::<u64>().ok();
        let left = |limit: &str, used: &str| Some(number(limit)?.saturating_sub(number(used)?));
        left("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current").or_else(|| {
            left(
                "/sys/fs/cgroup/memory/memory.limit_in_bytes",
                "/sys/fs/cgroup/memory/memory.usage_in_bytes",
            )
        })
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn meminfo_is_read() {
            let text = "MemTotal:  1000 kB\nMemFree: 3 kB\nMemAvailable:     500 kB\n";
            assert_eq!(super::parse_meminfo(text), Some(512_000));
            assert_eq!(super::parse_meminfo("MemTotal:  1000 kB\n"), None);
            assert_eq!(super::parse_meminfo("MemAvailable: many\n"), None);
        }
    }
}
