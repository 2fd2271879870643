package dev.belljar.agent.route;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// Computes the DNS label of each sandbox from its name alone, so that an address does not change when other
/// sandboxes are created or deleted.
///
/// A name that is a valid label is used unchanged. Any other name is turned into a label that contains the
/// beginning of its hash, so that no two names share a label. A label never has the form `PORT-LABEL` or
/// `agent-LABEL`, which mean other addresses.
public final class DnsLabels {
    /// Leaves space for `65535-` in the 63 bytes that a label may have.
    static final int LONGEST = 57;

    private static final Pattern PLAIN = Pattern.compile("[a-z0-9](?:[a-z0-9-]*[a-z0-9])?");
    private static final Pattern DERIVED = Pattern.compile("(?:agent|[0-9]{1,5})-.*");
    /// Labels of this form are encoded Unicode.
    private static final Pattern ENCODED = Pattern.compile("..--.*");

    private static final int HASH = 8;

    private DnsLabels() {}

    /// The label of a sandbox with this name.
    public static String of(String name) {
        if (name.length() <= LONGEST && PLAIN.matcher(name).matches() && !taken(name)) {
            return name;
        }
        String words = trimmed(name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"));
        String base = words.isEmpty() || taken(words + "-") ? "box-" + words : words;
        return trimmed(base.substring(0, Math.min(base.length(), LONGEST - HASH - 1))) + "-" + hash(name);
    }

    /// The sandboxes by label; if two have the same label, which requires a hash collision, the first one gets
    /// it.
    static Map<String, SandboxSite> of(Collection<SandboxSite> sites) {
        Map<String, SandboxSite> labels = new HashMap<>();
        sites.forEach(site -> labels.putIfAbsent(of(site.name()), site));
        return labels;
    }

    private static boolean taken(String label) {
        return DERIVED.matcher(label).matches() || ENCODED.matcher(label).matches();
    }

    private static String trimmed(String words) {
        return words.replaceAll("^-+|-+$", "");
    }

    private static String hash(String name) {
        try {
            // Text that UTF-8 cannot encode would be encoded identically in every name.
            boolean sayable = StandardCharsets.UTF_8.newEncoder().canEncode(name);
            byte[] bytes = name.getBytes(sayable ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16BE);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest).substring(0, HASH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
