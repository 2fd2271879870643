package dev.belljar.agent.guest;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The guest's report of a flow that is about to begin, with the process it is of. `protocol` is `tcp` or `udp`,
/// `address` the 32 bits of an IPv4 address; `untold` counts the flows since the last report that the guest did
/// not report. Text is cleaned and cut.
public record GuestFlow(
        String protocol,
        int localPort,
        int address,
        int port,
        int pid,
        int ppid,
        long start,
        int uid,
        String comm,
        @Nullable String exe,
        List<String> argv,
        long untold) {
    public GuestFlow {
        argv = List.copyOf(argv);
    }
}
