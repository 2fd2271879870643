package dev.belljar.agent.sync.repository;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.RefNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The objects that one sandbox's refs keep in the host's own repository.
public record SandboxObjects(HostRepository repository, String sandbox) {
    /// The disk space of all objects that its refs need and neither a capture of the project nor a pushed commit
    /// contains.
    ///
    /// Objects of earlier fetches that lost their ref, because the machine's work has changed, are not counted,
    /// although they use space until the repository is pruned when a sandbox is deleted permanently: an object
    /// does not say which sandbox it came from. The limit of each fetch and the disk reserve bound them, not the
    /// quota.
    public long bytes() throws SyncException, InterruptedException {
        StringBuilder revisions = new StringBuilder();
        GitRunner git = repository.git();
        String format = "%(objectname) %(refname)";
        for (String line :
                lines(git, format, RefNames.fetched(sandbox), RefNames.given(sandbox), RefNames.salvage(sandbox))) {
            String[] tip = line.split(" ", 2);
            // The other sandbox has fetched that work, and it counts there.
            if (tip.length == 2 && !RefNames.otherWork(tip[1])) {
                revisions.append(tip[0]).append('\n');
            }
        }
        if (revisions.isEmpty()) {
            return 0;
        }
        List<String> ofProject = new ArrayList<>(RefNames.PUSHED);
        ofProject.add(RefNames.CAPTURES);
        for (String given : lines(git, "%(objectname)", ofProject.toArray(String[]::new))) {
            revisions.append('^').append(given).append('\n');
        }
        byte[] input = revisions.toString().getBytes(StandardCharsets.UTF_8);
        String bytes = repository
                .untrusted()
                .check(input, "rev-list", "--objects", "--disk-usage", "--stdin")
                .text()
                .strip();
        return bytes.matches("[0-9]{1,18}") ? Long.parseLong(bytes) : 0;
    }

    /// Deletes the sandbox's refs except salvaged work, which outlives the sandbox. `capture` says whether its
    /// capture is deleted too, with the other bases of its reviews; branches of its snapshots may need them.
    public void forget(boolean capture) throws SyncException, InterruptedException {
        List<String> commands = new ArrayList<>();
        for (String ref : lines(repository.git(), "%(refname)", RefNames.fetched(sandbox), RefNames.given(sandbox))) {
            boolean base = ref.equals(RefNames.capture(sandbox)) || ref.startsWith(RefNames.bases(sandbox));
            if (capture || !base) {
                commands.add("delete " + ref);
            }
        }
        if (!commands.isEmpty()) {
            repository.update(commands);
        }
    }

    private static List<String> lines(GitRunner git, String format, String... patterns)
            throws SyncException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("for-each-ref", "--format=" + format));
        words.addAll(List.of(patterns));
        return git.line(words.toArray(String[]::new)).lines().toList();
    }
}
