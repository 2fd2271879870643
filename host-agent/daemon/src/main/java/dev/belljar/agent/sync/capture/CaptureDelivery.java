package dev.belljar.agent.sync.capture;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.repository.ShallowFile;
import dev.belljar.agent.sync.script.GuestScript;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Sends a capture to a machine: one pack with its index (so that a slow machine need not compute it) and the
/// data that make a repository of it. Of the user's git configuration only name and e-mail address are sent.
public final class CaptureDelivery {
    private static final int CHUNK = 1 << 16;

    private final HostRepository repository;
    private final WorkspaceTransfer.SyncProgress progress;

    public CaptureDelivery(HostRepository repository, WorkspaceTransfer.SyncProgress progress) {
        this.repository = repository;
        this.progress = progress;
    }

    /// Packs the objects that the machine needs into `scratch`.
    public CapturePack pack(ScratchFolder scratch, String capture) throws SyncException, InterruptedException {
        byte[] revisions = (RefNames.object(capture) + "\n").getBytes(StandardCharsets.UTF_8);
        Path folder = scratch.file("objects/pack");
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw SyncFaults.file(folder + ": could not be created", e);
        }
        // Packs without searching for deltas: the user's own git has packed most objects as deltas already, and
        // a search among objects from machines would delay every other sandbox of the project.
        Command.Output packed = repository
                .untrusted()
                .with("GIT_OBJECT_DIRECTORY", scratch.file("objects").toString())
                .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", PlaceholderTree.quoted(repository.objects()))
                .check(
                        revisions,
                        "pack-objects",
                        "-q",
                        "--revs",
                        "--delta-base-offset",
                        "--window=0",
                        "--threads=1",
                        folder.resolve("pack").toString());
        String hash = RefNames.object(packed.text().strip());
        return new CapturePack(hash, folder.resolve("pack-" + hash + ".pack"), folder.resolve("pack-" + hash + ".idx"));
    }

    /// Sends the pack and the times of the project's files, and waits until the workspace is checked out.
    public void send(GuestLink guest, Path project, String capture, CaptureNote note, CapturePack pack)
            throws SyncException, InterruptedException {
        byte[] header = header(capture, note, pack);
        byte[] times = FileTimes.of(repository, project, capture);
        try (GuestScript script = GuestScript.start(guest, "deliver", GitRunner.LIMIT)) {
            script.feed(in -> {
                write(in, header, pack);
                in.write(times);
            });
            drop(script.output());
            script.finish();
        }
    }

    /// A pack on the host's disk.
    public record CapturePack(String hash, Path pack, Path index) {
        long bytes() throws IOException {
            return Files.size(pack) + Files.size(index);
        }
    }

    private byte[] header(String capture, CaptureNote note, CapturePack pack)
            throws SyncException, InterruptedException {
        List<String> lines = new ArrayList<>();
        add(lines, "capture", capture);
        add(lines, "tree", repository.tree(capture));
        add(lines, "index", note.index());
        add(lines, "head", note.head());
        add(lines, "branch", note.branch());
        add(lines, "format", repository.git().line("rev-parse", "--show-object-format"));
        add(lines, "user.name", quoted(note.userName()));
        add(lines, "user.email", quoted(note.userEmail()));
        for (String commit : new ShallowFile(repository.path().resolve("shallow"))
                .text()
                .lines()
                .toList()) {
            if (repository.untrusted().tryLine("cat-file", "-e", commit).isPresent()) {
                add(lines, "shallow", commit);
            }
        }
        try {
            add(lines, "pack", pack.hash());
            add(lines, "pack-bytes", String.valueOf(Files.size(pack.pack())));
            add(lines, "index-bytes", String.valueOf(Files.size(pack.index())));
        } catch (IOException e) {
            throw SyncFaults.file(pack.pack() + ": could not be read", e);
        }
        return (String.join("\n", lines) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private void write(OutputStream in, byte[] header, CapturePack pack) throws IOException {
        in.write(header);
        long total = pack.bytes();
        long done = 0;
        byte[] chunk = new byte[CHUNK];
        for (Path part : List.of(pack.pack(), pack.index())) {
            try (InputStream from = Files.newInputStream(part)) {
                for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
                    in.write(chunk, 0, n);
                    done += n;
                    progress.at(done, total);
                }
            }
        }
    }

    // The script prints nothing; other output of a machine is read to its end or the deadline and discarded.
    private static void drop(InputStream output) {
        try (output) {
            output.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The link broke; the exit of the script reports it.
        }
    }

    /// Quotes a value for a git configuration: git-config(1), "Syntax".
    private static @Nullable String quoted(@Nullable String value) {
        return value == null || value.isBlank()
                ? null
                : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static void add(List<String> lines, String name, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            lines.add(name + " " + value);
        }
    }
}
