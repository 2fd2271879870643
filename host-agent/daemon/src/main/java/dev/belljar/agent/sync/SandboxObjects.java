package dev.belljar.agent.sync;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What one sandbox's refs keep in the host's own repository.
record SandboxObjects(HostRepository repository, String sandbox) {
    /// Bytes on the disk of all objects that its refs need and no capture of the project has.
    ///
    /// What was fetched before and lost its ref since, because the machine's work is another now, is not counted,
    /// though it takes room until the repository is pruned when a sandbox is deleted for good: objects do not say
    /// whose they were. What bounds it is the limit on each fetch and the disk reserve, not the quota.
    long bytes() throws SyncException, InterruptedException {
        StringBuilder revisions = new StringBuilder();
        GitRunner git = repository.git();
        for (String tip : lines(
                git, "%(objectname)", RefNames.fetched(sandbox), RefNames.given(sandbox), RefNames.salvage(sandbox))) {
            revisions.append(tip).append('\n');
        }
        if (revisions.isEmpty()) {
            return 0;
        }
        for (String capture : lines(git, "%(objectname)", RefNames.CAPTURES)) {
            revisions.append('^').append(capture).append('\n');
        }
        byte[] input = revisions.toString().getBytes(StandardCharsets.UTF_8);
        String bytes = repository
                .untrusted()
                .check(input, "rev-list", "--objects", "--disk-usage", "--stdin")
                .text()
                .strip();
        return bytes.matches("[0-9]{1,18}") ? Long.parseLong(bytes) : 0;
    }

    /// Deletes its refs, but not what was salvaged of it: that outlives the sandbox. `capture` says whether what it was
    /// made from goes too; snapshots of it may begin with that again.
    void forget(boolean capture) throws SyncException, InterruptedException {
        List<String> commands = new ArrayList<>();
        for (String ref : lines(repository.git(), "%(refname)", RefNames.fetched(sandbox), RefNames.given(sandbox))) {
            if (capture || !ref.equals(RefNames.capture(sandbox))) {
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
