package dev.belljar.agent.route;

import org.jspecify.annotations.Nullable;

/// Formats the addresses of sandboxes with the domain and the server's port.
interface AddressFormatter {
    int HTTPS = 443;

    /// The domain whose names resolve on this host.
    String domain();

    /// The port of the server; 0 while there is none.
    int httpsPort();

    /// The address of a sandbox's port, or of its main port if null.
    default String url(String name, @Nullable Integer port) {
        int https = httpsPort();
        String tail = https == HTTPS || https == 0 ? "" : ":" + https;
        return "https://" + OuterName.first(DnsLabels.of(name), port) + "." + domain() + tail + "/";
    }

    /// The address of another port of a sandbox, in the domain of the request.
    default String beside(OuterName at, SandboxSite site, int port) {
        String tail = at.authority().substring(at.authority().indexOf('.'));
        return "https://" + OuterName.first(DnsLabels.of(site.name()), port) + tail + "/";
    }
}
