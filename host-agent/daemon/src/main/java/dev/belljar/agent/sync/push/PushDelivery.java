package dev.belljar.agent.sync.push;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.repository.ShallowFile;
import dev.belljar.agent.sync.script.GuestScript;
import dev.belljar.agent.sync.script.StallLimit;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// Sends the project's commit to a guest: one pack of what the guest lacks, and what git shall do with it there.
record PushDelivery(HostRepository repository, String sandbox, String commit, StallLimit stall) {
    private static final String NONE = "";

    /// Packs into `scratch` what the guest lacks, as far as its fetched commits tell, and returns the pack.
    Path pack(ScratchFolder scratch) throws SyncException, InterruptedException {
        Path folder = scratch.file("objects/pack");
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw SyncFaults.file(folder + ": could not be created", e);
        }
        // Without a search for deltas, as in the first delivery.
        Command.Output packed = repository
                .untrusted()
                .with("GIT_OBJECT_DIRECTORY", scratch.file("objects").toString())
                .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", PlaceholderTree.quoted(repository.objects()))
                .check(
                        revisions().getBytes(StandardCharsets.UTF_8),
                        "pack-objects",
                        "-q",
                        "--revs",
                        "--delta-base-offset",
                        "--window=0",
                        "--threads=1",
                        folder.resolve("pack").toString());
        return folder.resolve("pack-" + RefNames.object(packed.text().strip()) + ".pack");
    }

    /// Sends the pack and lets git in the guest merge or rebase as `how` says.
    GuestAnswer send(GuestLink guest, Path pack, String ref, String how, boolean autostash)
            throws SyncException, InterruptedException {
        byte[] header = header(pack, ref, how, autostash);
        try (GuestScript script = GuestScript.start(guest, "push", stall, (bytes, at) -> {})) {
            script.feed(in -> write(in, header, pack));
            try {
                byte[] answer = GuestAnswer.read(script.output());
                // The exit of the script tells more than a missing answer.
                script.finish();
                return GuestAnswer.of(answer);
            } catch (IOException e) {
                script.finish();
                throw SyncFaults.refused("the guest's answer to the push did not arrive completely", "Try again.");
            }
        }
    }

    private static void write(OutputStream in, byte[] header, Path pack) throws IOException {
        in.write(header);
        Files.copy(pack, in);
    }

    private byte[] header(Path pack, String ref, String how, boolean autostash)
            throws SyncException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        lines.append("commit ").append(commit).append('\n');
        lines.append("ref ").append(ref).append('\n');
        lines.append("how ").append(how.toLowerCase(Locale.ROOT)).append('\n');
        lines.append(autostash ? "autostash yes\n" : NONE);
        for (String boundary : shallow()) {
            lines.append("shallow ").append(boundary).append('\n');
        }
        try {
            lines.append("pack-bytes ").append(Files.size(pack)).append("\n\n");
        } catch (IOException e) {
            throw SyncFaults.file(pack + ": could not be read", e);
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    // Commits of a shallow clone whose parents the guest will not get.
    private List<String> shallow() throws SyncException, InterruptedException {
        Set<String> boundary = new HashSet<>(new ShallowFile(repository.path().resolve("shallow"))
                .text()
                .lines()
                .toList());
        if (boundary.isEmpty()) {
            return List.of();
        }
        return repository
                .untrusted()
                .check(revisions().getBytes(StandardCharsets.UTF_8), "rev-list", "--stdin")
                .text()
                .lines()
                .filter(boundary::contains)
                .toList();
    }

    private String revisions() throws SyncException, InterruptedException {
        String fetched = RefNames.fetched(sandbox);
        Stream<String> known = repository
                .git()
                .line("for-each-ref", "--format=%(objectname)", fetched + "refs/", RefNames.head(sandbox))
                .lines();
        StringBuilder revisions = new StringBuilder(commit).append('\n');
        known.distinct().forEach(each -> revisions.append('^').append(each).append('\n'));
        return revisions.toString();
    }
}
