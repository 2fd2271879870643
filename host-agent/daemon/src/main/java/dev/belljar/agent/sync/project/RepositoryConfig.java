package dev.belljar.agent.sync.project;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.contract.host.HomeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Reads a project's git configuration file by file, and refuses one that makes git read files elsewhere: every
/// included file must be a regular file of the project.
final class RepositoryConfig {
    private static final int MOST = 100;
    private static final byte[] NOTHING = new byte[0];

    private RepositoryConfig() {}

    private record Setting(String key, String value) {}

    static void check(RepositoryLayout layout) throws IOException, SyncException, InterruptedException {
        Deque<Path> left = new ArrayDeque<>(
                List.of(layout.commonDir().resolve("config"), layout.gitDir().resolve("config.worktree")));
        Set<Path> read = new HashSet<>();
        while (!left.isEmpty()) {
            Path file = left.pop();
            if (!Files.exists(file) || !read.add(file.toRealPath())) {
                continue;
            }
            if (read.size() > MOST) {
                throw SyncFaults.refused(
                        file + ": the git configuration has more than " + MOST + " files", "Include fewer files.");
            }
            for (Setting setting : settings(file)) {
                if (setting.key().matches("(?is)include(if\\..*)?\\.path")) {
                    left.push(included(layout, file, setting.value()));
                } else if (setting.key().equalsIgnoreCase("extensions.refstorage")
                        && setting.value().contains(":")) {
                    throw SyncFaults.refused(
                            file + " stores branches at " + SyncFaults.clean(setting.value())
                                    + ": expected them in the git folder",
                            layout.otherwise("Remove extensions.refStorage from this file"));
                }
            }
        }
    }

    /// The folder that a git folder's configuration names as its working tree.
    static Optional<String> worktree(Path gitDir) throws SyncException, InterruptedException {
        for (String name : List.of("config.worktree", "config")) {
            Path file = gitDir.resolve(name);
            for (Setting setting : Files.isRegularFile(file) ? settings(file) : List.<Setting>of()) {
                if (setting.key().equals("core.worktree")) {
                    return Optional.of(setting.value());
                }
            }
        }
        return Optional.empty();
    }

    private static Path included(RepositoryLayout layout, Path by, String value) throws IOException, SyncException {
        Path home = HomeFolder.of(System.getenv());
        Path file = value.startsWith("~/") ? home.resolve(value.substring(2)) : by.resolveSibling(value);
        boolean named = !value.startsWith("~") || value.startsWith("~/");
        if (named && !value.startsWith("%") && !Files.exists(file)) {
            return file;
        }
        Path real = Files.exists(file) ? file.toRealPath() : file;
        if (!Files.isRegularFile(real) || !(real.startsWith(layout.top()) || layout.holds(real))) {
            throw SyncFaults.refused(
                    by + " includes " + SyncFaults.clean(value) + ": expected a file inside " + layout.top(),
                    layout.otherwise(
                            "Move the lines of the included file into " + by + " or into your own ~/.gitconfig"));
        }
        return real;
    }

    // Runs outside of any repository: inside, git would follow the includes itself.
    private static List<Setting> settings(Path file) throws SyncException, InterruptedException {
        if (!Files.isRegularFile(file)) {
            throw SyncFaults.refused(file + " is not a regular file: expected a git configuration", "Delete it.");
        }
        Path nowhere = Path.of("/nonexistent");
        byte[] listed = GitRunner.host(nowhere)
                .check(NOTHING, "config", "--file", file.toString(), "--no-includes", "--list", "-z")
                .out();
        List<Setting> settings = new ArrayList<>();
        for (String entry : StrictText.of(file, listed).split("\0", -1)) {
            int end = entry.indexOf('\n');
            String key = end < 0 ? entry : entry.substring(0, end);
            settings.add(new Setting(key.toLowerCase(Locale.ROOT), end < 0 ? "" : entry.substring(end + 1)));
        }
        return settings;
    }
}
