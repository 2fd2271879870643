package dev.belljar.agent.sync.quarantine;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The work that a guest claims to send, before it is verified: syntactically valid ids, and short names.
/// `skipped` are the paths below `/workspace` that the guest could not read, as text without control characters;
/// `oversized` are the files that are too large to be fetched.
record UnverifiedWork(
        @Nullable String head, String tree, Map<String, String> refs, List<String> skipped, OversizedFiles oversized) {
    private static final int LINES = 1_200;
    private static final int LINE = 4_096;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._%+=-]{0,160}");

    UnverifiedWork {
        refs = Map.copyOf(refs);
        skipped = List.copyOf(skipped);
    }

    /// All ids that are claimed to be commits.
    List<String> commits() {
        Set<String> commits = new LinkedHashSet<>(refs.values());
        if (head != null) {
            commits.add(head);
        }
        return List.copyOf(commits);
    }

    /// All claimed ids: the commits and the tree.
    List<String> objects() {
        List<String> objects = new ArrayList<>(commits());
        objects.add(tree);
        return objects;
    }

    /// Reads up to the empty line before the pack and no byte further.
    static UnverifiedWork read(InputStream stream) throws SyncException, IOException {
        String head = null;
        String tree = null;
        Map<String, String> refs = new LinkedHashMap<>();
        List<String> skipped = new ArrayList<>();
        OversizedFiles oversized = OversizedFiles.NONE;
        for (int lines = 0; lines < LINES; lines++) {
            String line = line(stream);
            String[] words = line.split(" ", 3);
            switch (words[0]) {
                case "" -> {
                    return new UnverifiedWork(
                            head, RefNames.object(tree == null ? "" : tree), refs, skipped, oversized);
                }
                case "head" -> head = RefNames.object(word(words, 1));
                case "tree" -> tree = RefNames.object(word(words, 1));
                case "ref" -> refs.put(name(word(words, 2), refs.size()), RefNames.object(word(words, 1)));
                case "skipped" ->
                    skipped.add(
                            VisibleText.line(line.substring("skipped".length()).strip()));
                case "large" -> oversized = oversized.and(word(words, 1), word(words, 2));
                case "larges" -> oversized = oversized.of(word(words, 1));
                default -> {
                    // A newer guest may send more fields.
                }
            }
        }
        throw SyncFaults.refused("the guest announced more than " + LINES + " refs", null);
    }

    // A name with other than plain characters is replaced by a number, so that a guest cannot choose the name of
    // a ref on the host.
    private static String name(String ref, int number) {
        String shortName =
                ref.replaceFirst("^refs/(heads/)?", "").replace("%", "%25").replace("/", "%2f");
        boolean plain = NAME.matcher(shortName).matches()
                && !shortName.contains("..")
                && !shortName.endsWith(".lock")
                && !shortName.endsWith(".");
        return number + "-" + (plain ? shortName : "unnamed");
    }

    private static String word(String[] words, int at) {
        return at < words.length ? words[at] : "";
    }

    private static String line(InputStream stream) throws SyncException, IOException {
        StringBuilder line = new StringBuilder();
        for (int value = stream.read(); value != '\n'; value = stream.read()) {
            if (value < 0) {
                throw new IOException("the transfer ended before all work was sent");
            }
            if (line.length() >= LINE) {
                throw SyncFaults.refused("the guest sent a line longer than " + LINE + " bytes", null);
            }
            line.append((char) value);
        }
        return new String(line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
