package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.text.TextMerge.TextConflict;
import dev.belljar.contract.audit.HashChain;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file whose conflicts were resolved: the version that it was compared with and the sandbox's version at that
/// time, and what the project had after the sync, null for nothing. `path` has one char for each byte; `change` is
/// the id of the change that wrote the file, if one did; `hunks` are the hashes of the resolved hunks.
record ResolvedFile(
        String path,
        @Nullable DiskEntry base,
        @Nullable DiskEntry theirs,
        @Nullable DiskEntry after,
        List<String> hunks,
        @Nullable String change) {
    ResolvedFile {
        hunks = List.copyOf(hunks);
    }

    /// The same file as this change wrote it.
    ResolvedFile by(@Nullable String writer) {
        return new ResolvedFile(path, base, theirs, after, hunks, writer);
    }

    /// The hash of a hunk for which these lines were written. Lines that both versions have at the beginning or the
    /// end do not count: later they are not part of the conflict any more.
    static String hash(TextConflict conflict, String written) {
        List<String> result = List.of(written.split("\n", -1));
        List<String> sandbox = List.of(conflict.sandbox().text().split("\n", -1));
        int most = Math.min(result.size(), sandbox.size());
        int first = 0;
        while (first < most && result.get(first).equals(sandbox.get(first))) {
            first++;
        }
        int last = 0;
        while (last < most - first
                && result.get(result.size() - 1 - last).equals(sandbox.get(sandbox.size() - 1 - last))) {
            last++;
        }
        String all = String.join(
                "\0",
                conflict.base().text(),
                String.join("\n", result.subList(first, result.size() - last)),
                String.join("\n", sandbox.subList(first, sandbox.size() - last)));
        return HashChain.hash(all.getBytes(StandardCharsets.UTF_8));
    }
}
