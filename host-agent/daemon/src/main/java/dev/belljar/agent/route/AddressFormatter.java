package dev.belljar.agent.route;

import org.jspecify.annotations.Nullable;

/// Writes the addresses of sandboxes: in which domain, and at which port of the server.
interface AddressFormatter {
    int HTTPS = 443;

    /// The domain whose names work here.
    String domain();

    /// The port of the server; 0 while there is none.
    int httpsPort();

    /// The address of a sandbox's port, or of its main one.
    default String url(String name, @Nullable Integer port) {
        int https = httpsPort();
        String tail = https == HTTPS || https == 0 ? "" : ":" + https;
        return "https://" + OuterName.first(DnsLabels.of(name), port) + "." + domain() + tail + "/";
    }

    /// The address of a port beside the one somebody is at, in the domain that works for them.
    default String beside(OuterName at, SandboxSite site, int port) {
        String tail = at.authority().substring(at.authority().indexOf('.'));
        return "https://" + OuterName.first(DnsLabels.of(site.name()), port) + tail + "/";
    }
}
