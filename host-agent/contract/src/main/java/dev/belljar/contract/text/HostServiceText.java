package dev.belljar.contract.text;

import org.jspecify.annotations.Nullable;

/// The name by which a guest reaches services of the host, programs that listen on a port of its loopback
/// interface, and words for rules about them. Only a rule for exactly this name opens services, and only on the
/// ports that it lists.
public final class HostServiceText {
    public static final String NAME = "host.belljar.internal";

    private HostServiceText() {}

    /// What a rule for this name and these ports is about, such as "port 5432 of this computer"; null if it is about
    /// other destinations.
    public static @Nullable String words(@Nullable String name, @Nullable String ports) {
        if (!NAME.equals(name)) {
            return null;
        }
        return ports == null ? "all services of this computer" : words(ports);
    }

    /// These ports of the host, in words.
    public static String words(String ports) {
        boolean one = ports.indexOf(',') < 0 && ports.indexOf('-') < 0;
        return (one ? "port " : "ports ") + ports.replace(",", ", ") + " of this computer";
    }
}
