package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// A connection that waits for the developer's answer. Times are milliseconds since the epoch; without an
/// answer the connection is refused at `expires`.
///
/// With `protocol` `dns` the guest asks for a name, before any connection, and `port` is 0. `process` is the
/// requesting program, null if unknown, and `asker` holds what else is known about it. `waiting` counts the
/// connections and DNS queries that wait for the answer; `asked` is the time of the first of them.
///
/// With `protocol` `file` a process in a jail accesses a hidden file of the host: `name` is its path,
/// `special` what it wants to do with it (`open`, `execute`, `stat`), and `sandbox` the id of the jail.
///
/// `special` otherwise describes an address behind a name that is not public (`a private address`), else
/// null: the approval is then whether the name may lead there, and the answer applies to that address only. A
/// DNS query has an address only in this case. Without an address, `special` describes a service of the host
/// with the program that listens there, if that is known (`a service of this computer: postgres (pid 812)`):
/// the approval is then whether that port may be reached.
public record Approval(
        String id,
        String sandbox,
        String sandboxName,
        long asked,
        long expires,
        String protocol,
        @Nullable String name,
        @Nullable String address,
        int port,
        @Nullable String process,
        int waiting,
        @Nullable RequestingProcess asker,
        @Nullable String special) {
    /// An approval of which only the program of the process is known.
    public Approval(
            String id,
            String sandbox,
            String sandboxName,
            long asked,
            long expires,
            String protocol,
            @Nullable String name,
            @Nullable String address,
            int port,
            @Nullable String process,
            int waiting) {
        this(id, sandbox, sandboxName, asked, expires, protocol, name, address, port, process, waiting, null, null);
    }
}
