package dev.belljar.agent.sandbox;

import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks and creates names of sandboxes: each is one DNS label, because it is also the guest's host name and
/// part of its address.
public final class SandboxNames {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?");
    private static final int LONGEST = 40;

    private SandboxNames() {}

    /// Checks the requested name.
    public static String checked(String name, Set<String> taken) throws SandboxException {
        if (!LABEL.matcher(name).matches()) {
            throw new SandboxException(
                    SandboxException.NAME,
                    "name \"" + name
                            + "\": expected 1 to 40 lowercase letters, digits and dashes, with no dash at the start "
                            + "or end",
                    "For example \"" + fromWords(name) + "\".");
        }
        if (taken.contains(name)) {
            throw new SandboxException(
                    SandboxException.NAME,
                    "name \"" + name + "\": already used by another sandbox",
                    "Choose another name with --name, or use the existing sandbox.");
        }
        return name;
    }

    /// A free name derived from the project's folder.
    public static String from(Path project, Set<String> taken) {
        Path last = project.getFileName();
        String base = fromWords(last == null ? "project" : last.toString());
        return taken.contains(base) ? numbered(base, 2, taken) : base;
    }

    /// This name, or the next free one.
    public static String free(String name, Set<String> taken) {
        return taken.contains(name) ? numbered(name, 2, taken) : name;
    }

    /// A free name for a branch: the wanted name with the first free number.
    public static String numbered(String requested, Set<String> taken) {
        return numbered(fromWords(requested), 1, taken);
    }

    private static String numbered(String base, int first, Set<String> taken) {
        for (int n = first; ; n++) {
            String tail = "-" + n;
            String name = base.substring(0, Math.min(base.length(), LONGEST - tail.length())) + tail;
            if (!taken.contains(name)) {
                return name;
            }
        }
    }

    private static String fromWords(String words) {
        // Removes diacritics, so that é becomes e and not a hyphen.
        String plain = Normalizer.normalize(words, Normalizer.Form.NFKD).replaceAll("\\p{M}", "");
        String label = plain.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        label = label.substring(0, Math.min(label.length(), LONGEST)).replaceAll("^-+|-+$", "");
        return label.isEmpty() ? "project" : label;
    }
}
