package dev.belljar.contract.view.network;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The addresses of one sandbox that work on this host.
///
/// `url` leads to the main dev server, `agentUrl` to its terminal; `main` is the port behind `url`, null while
/// there is none, and `chosen` says that the user chose it. `unlisted` counts ports that were left out, because
/// a guest can report any number of them. `forwards` are the port forwards into the machine.
public record RouteTable(
        String sandbox,
        String name,
        String url,
        String agentUrl,
        @Nullable Integer main,
        boolean chosen,
        List<RouteRow> ports,
        int unlisted,
        List<PortForward> forwards) {}
