package dev.belljar.agent.policy.rule;

import dev.belljar.contract.policy.RuleMatch;
import org.jspecify.annotations.Nullable;

/// The destination of a rule in one word: a name or an address, and optional ports after a colon. A name may be
/// followed by a path, which is checked elsewhere: `github.com:443/acme/*`.
///
/// An IPv6 address is put in brackets if ports follow: `[2001:db8::/32]:443`.
public record RuleTarget(
        @Nullable String name,
        @Nullable String address,
        @Nullable String ports,
        @Nullable String path) {
    /// Parses a destination as users write it.
    ///
    /// @throws PolicyException `policy.rule-invalid` naming the part that is wrong
    public static RuleTarget of(String word) throws PolicyException {
        if (word.startsWith("[")) {
            int end = word.indexOf(']');
            String rest = end < 0 ? "" : word.substring(end + 1);
            if (end < 0 || (!rest.isEmpty() && !rest.startsWith(":"))) {
                throw PolicyException.rule("destination", word, "[ADDRESS]:PORT");
            }
            return of(word.substring(1, end), rest.isEmpty() ? null : rest.substring(1));
        }
        int slash = word.indexOf('/');
        if (slash > 0 && !ofAddress(word.substring(0, slash))) {
            RuleTarget target = of(word.substring(0, slash));
            return new RuleTarget(target.name, target.address, target.ports, word.substring(slash));
        }
        int colon = word.indexOf(':');
        // More than one colon without brackets is an IPv6 address by itself.
        return colon < 0 || word.indexOf(':', colon + 1) >= 0
                ? of(word, null)
                : of(word.substring(0, colon), word.substring(colon + 1));
    }

    /// Whether what is in front of a slash is an address, so that a prefix length follows.
    private static boolean ofAddress(String start) {
        return AddressRange.parse(start).isPresent() || start.chars().allMatch(c -> c == '.' || Character.isDigit(c));
    }

    private static RuleTarget of(String where, @Nullable String ports) throws PolicyException {
        String checked = ports == null ? null : PortSet.of(ports).text();
        if (AddressRange.parse(where).isPresent()) {
            return new RuleTarget(null, where, checked, null);
        }
        if (where.indexOf('/') >= 0 || where.indexOf(':') >= 0) {
            throw PolicyException.rule(
                    "address",
                    where,
                    "an address, or a range such as 192.0.2.0/24 whose bits after the prefix are zero");
        }
        return new RuleTarget(NamePattern.of(where).text(), null, checked, null);
    }

    /// The word of a rule's destination: its name, or its address where it has no name, with its ports and path.
    public static String word(RuleMatch match) {
        String name = match.name();
        String address = match.address();
        String where = name != null ? name : String.valueOf(address);
        String ports = match.ports();
        boolean brackets = name == null && where.indexOf(':') >= 0 && ports != null;
        return (brackets ? "[" + where + "]" : where)
                + (ports == null ? "" : ":" + ports)
                + (match.path() == null ? "" : match.path());
    }
}
