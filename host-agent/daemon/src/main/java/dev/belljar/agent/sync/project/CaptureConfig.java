package dev.belljar.agent.sync.project;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.contract.host.HomeFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The git configuration of a capture: the user's own filters, and of the project's configuration only settings
/// that cannot execute programs.
///
/// A project's configuration is part of the project, which may come from an untrusted source: a clean filter in
/// it is a foreign program, and so are settings there that the user's own filters read (git-lfs has extensions).
/// So the settings are taken from a short allow list. Text is one char per byte, as git printed it.
public record CaptureConfig(Map<String, String> kept, Set<String> ignoredFilters) {
    private static final Set<String> PERSON = Set.of("system", "global");
    private static final Set<String> PROJECT = Set.of("local", "worktree");

    private static final Set<String> HARMLESS = Set.of(
            "user.name",
            "user.email",
            "core.autocrlf",
            "core.eol",
            "core.checkroundtripencoding",
            "core.filemode",
            "core.symlinks",
            "core.ignorecase",
            "core.precomposeunicode",
            "core.protecthfs",
            "core.protectntfs",
            "core.trustctime",
            "core.checkstat",
            "core.excludesfile",
            "core.attributesfile",
            "core.sparsecheckout",
            "core.sparsecheckoutcone");

    private static final Set<String> LISTS = Set.of("core.excludesfile", "core.attributesfile");

    private static final Pattern FILTER = Pattern.compile("filter\\.(.+)\\.(clean|process)", Pattern.DOTALL);

    /// Reads the configuration with git, which executes no program.
    public static CaptureConfig of(GitRunner git) throws SyncException, InterruptedException {
        byte[] listed = git.check(new byte[0], "config", "--list", "--includes", "--show-scope", "-z")
                .out();
        String[] words = new String(listed, StandardCharsets.ISO_8859_1).split("\0", -1);
        Map<String, String> kept = new LinkedHashMap<>();
        Set<String> ignored = new TreeSet<>();
        for (int i = 0; i + 1 < words.length; i += 2) {
            int end = words[i + 1].indexOf('\n');
            String key = end < 0 ? words[i + 1] : words[i + 1].substring(0, end);
            String value = end < 0 ? "true" : words[i + 1].substring(end + 1);
            if (PERSON.contains(words[i]) && (HARMLESS.contains(key) || key.matches("(?s)(filter|lfs)\\..*"))) {
                kept.put(key, value);
            } else if (PROJECT.contains(words[i])) {
                theirs(key, value, kept, ignored);
            }
        }
        return new CaptureConfig(kept, ignored);
    }

    // Git lists the system's and the person's configuration before the project's.
    private static void theirs(String key, String value, Map<String, String> kept, Set<String> ignored) {
        var filter = FILTER.matcher(key);
        if (HARMLESS.contains(key)) {
            kept.put(key, value);
        } else if (filter.matches() && !value.isBlank() && !value.equals(kept.get(key))) {
            ignored.add(filter.group(1));
        }
    }

    /// This configuration without ignore and attribute files that are not regular files: git would read a pipe
    /// without end.
    public CaptureConfig readable(Path top) {
        Map<String, String> plain = new LinkedHashMap<>(kept);
        plain.entrySet().removeIf(each -> LISTS.contains(each.getKey()) && !plain(top, each.getValue()));
        return new CaptureConfig(plain, ignoredFilters);
    }

    private static boolean plain(Path top, String value) {
        try {
            String path = text(value);
            Path home = HomeFolder.of(System.getenv());
            return Files.isRegularFile(path.startsWith("~/") ? home.resolve(path.substring(2)) : top.resolve(path));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /// Warnings for the user about filters that did not run, `most` at most.
    public List<String> warnings(int most) {
        return ignoredFilters.stream()
                .limit(most)
                .map(name -> "The filter \"" + SyncFaults.clean(CaptureConfig.text(name))
                        + "\" in the project's git configuration was not run, because a filter can run any program. "
                        + "Files that use this filter are copied unfiltered.")
                .toList();
    }

    /// The settings in git's format, as the configuration of another repository.
    public byte[] file() {
        StringBuilder text = new StringBuilder();
        kept.forEach((key, value) -> {
            int first = key.indexOf('.');
            int last = key.lastIndexOf('.');
            String inner = first == last ? "" : " " + quoted(key.substring(first + 1, last));
            text.append('[').append(key, 0, first).append(inner).append("]\n\t");
            text.append(key.substring(last + 1))
                    .append(" = ")
                    .append(quoted(value))
                    .append('\n');
        });
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String text(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
