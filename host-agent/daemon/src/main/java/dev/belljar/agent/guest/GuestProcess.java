package dev.belljar.agent.guest;

/// A running process of the guest: `start` in nanoseconds of boot time, CPU times in microseconds, memory in
/// bytes.
public record GuestProcess(
        int pid,
        int ppid,
        int uid,
        char state,
        long start,
        long utimeUs,
        long stimeUs,
        long rss,
        int threads,
        String comm,
        String cmdline) {}
