package dev.belljar.client.transfer;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.FilesApi;
import dev.belljar.contract.request.work.FetchFiles;
import dev.belljar.contract.request.work.ListFiles;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.GuestFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.ClosedDirectoryStreamException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Copies files of a sandbox into a folder of this computer: looks first what would be copied, then copies it. What was
/// copied before is left out, so an interrupted copy continues where it ended.
public final class FileDownload implements Closeable {
    private static final int FILES = 200;
    private static final int BYTES = 32 << 10;

    private final AgentClient agent;
    private final String sandbox;
    private final TargetFolder target;
    private final DownloadChoice choice;
    private final AtomicReference<@Nullable DownloadProgress> progress = new AtomicReference<>();

    private FileDownload(AgentClient agent, String sandbox, TargetFolder target, DownloadChoice choice) {
        this.agent = agent;
        this.sandbox = sandbox;
        this.target = target;
        this.choice = choice;
    }

    /// What the user allows: files that could run code on this computer, replacing other files, files that stay
    /// executable, and the number of bytes.
    public record DownloadChoice(
            Set<String> allowed, boolean allowAll, boolean replace, boolean executable, long most) {
        public DownloadChoice {
            allowed = Set.copyOf(allowed);
        }
    }

    /// What will be copied and what will not: files that were copied before, files that could run code on this computer
    /// and were not allowed, and paths at which another file or something else is on this computer.
    public record DownloadPlan(
            List<GuestFile> files,
            List<String> present,
            List<GuestFile> risky,
            List<String> other,
            List<String> inTheWay,
            GuestFiles found) {
        public DownloadPlan {
            files = List.copyOf(files);
            present = List.copyOf(present);
            risky = List.copyOf(risky);
            other = List.copyOf(other);
            inTheWay = List.copyOf(inTheWay);
        }

        /// The bytes to copy.
        public long bytes() {
            return files.stream().mapToLong(GuestFile::size).sum();
        }

        /// True if nothing that was asked for is left out.
        public boolean whole() {
            return risky.isEmpty()
                    && other.isEmpty()
                    && inTheWay.isEmpty()
                    && found.refused().isEmpty()
                    && found.complete();
        }
    }

    /// How far a copy is: the bytes that were copied, all bytes, and the path of the current file.
    public record DownloadProgress(long bytes, long all, String path) {}

    /// Opens the folder, which is created if it does not exist.
    public static FileDownload into(Path folder, AgentClient agent, String sandbox, DownloadChoice choice)
            throws IOException {
        return into(folder, TargetRename.NONE, agent, sandbox, choice);
    }

    /// The same, for files that get other names in the folder than in the sandbox.
    public static FileDownload into(
            Path folder, TargetRename names, AgentClient agent, String sandbox, DownloadChoice choice)
            throws IOException {
        return new FileDownload(agent, sandbox, TargetFolder.open(folder, names), choice);
    }

    /// Looks what would be copied of the files that match these patterns.
    public DownloadPlan plan(List<String> patterns) throws AgentException, InterruptedException, IOException {
        return plan(agent.call(FilesApi.LIST.at(sandbox), new ListFiles(patterns)));
    }

    /// Looks what would be copied of files that were found before.
    public DownloadPlan plan(GuestFiles found) throws IOException {
        List<GuestFile> files = new ArrayList<>();
        List<String> present = new ArrayList<>();
        List<GuestFile> risky = new ArrayList<>();
        List<String> other = new ArrayList<>();
        List<String> inTheWay = new ArrayList<>();
        for (GuestFile file : found.files()) {
            boolean allowed =
                    file.risk() == null || choice.allowAll() || choice.allowed().contains(file.path());
            switch (allowed ? target.present(file) : TargetFolder.PresentFile.NOTHING) {
                case NOTHING -> (allowed ? files : risky).add(file);
                case SAME -> present.add(file.path());
                case OTHER -> {
                    if (choice.replace()) {
                        files.add(file);
                    } else {
                        other.add(file.path());
                    }
                }
                case IN_THE_WAY -> inTheWay.add(file.path());
            }
        }
        return new DownloadPlan(files, present, risky, other, inTheWay, found);
    }

    /// Copies what the plan says, and returns the number of bytes.
    public long run(DownloadPlan plan) throws AgentException, InterruptedException, IOException {
        requireRoom(plan.bytes());
        FileReceiver receiver = new FileReceiver(
                target,
                choice.executable(),
                choice.replace(),
                choice.most(),
                (bytes, path) -> progress.set(new DownloadProgress(bytes, Math.max(bytes, plan.bytes()), path)));
        Map<String, GuestFile> byPath = new HashMap<>();
        plan.files().forEach(file -> byPath.put(file.path(), file));
        for (List<GuestFile> some : parts(plan.files())) {
            // A further name of the same file has no content in a common archive: it is fetched alone.
            for (String linked : receive(receiver, some)) {
                GuestFile file = byPath.get(linked);
                if (file == null || !receive(receiver, List.of(file)).isEmpty()) {
                    throw new TarFault("\"" + linked + "\" is a hard link without content");
                }
            }
        }
        // Files that were copied before, perhaps without this option.
        Set<String> present = choice.executable() ? Set.copyOf(plan.present()) : Set.of();
        for (GuestFile file : plan.found().files()) {
            if (file.executable() && present.contains(file.path())) {
                target.makeExecutable(file.path());
            }
        }
        return receiver.bytes();
    }

    /// How far the copy is; null before it begins.
    public @Nullable DownloadProgress progress() {
        return progress.get();
    }

    private List<String> receive(FileReceiver receiver, List<GuestFile> files)
            throws AgentException, InterruptedException, IOException {
        FetchFiles request = new FetchFiles(files.stream().map(GuestFile::path).toList());
        try (InputStream archive = agent.files(sandbox, request)) {
            return receiver.receive(files, archive);
        }
    }

    private static List<List<GuestFile>> parts(List<GuestFile> files) {
        List<List<GuestFile>> parts = new ArrayList<>();
        List<GuestFile> part = new ArrayList<>();
        int bytes = 0;
        for (GuestFile file : files) {
            int length = file.path().getBytes(StandardCharsets.UTF_8).length;
            if (!part.isEmpty() && (part.size() == FILES || bytes + length > BYTES)) {
                parts.add(part);
                part = new ArrayList<>();
                bytes = 0;
            }
            part.add(file);
            bytes += length;
        }
        if (!part.isEmpty()) {
            parts.add(part);
        }
        return parts;
    }

    private void requireRoom(long bytes) throws IOException {
        if (bytes > choice.most()) {
            throw new SizeLimitFault("the files are %s in total; the limit is %s"
                    .formatted(ByteCount.binaryWords(bytes), ByteCount.binaryWords(choice.most())));
        }
        long free = Files.getFileStore(target.path()).getUsableSpace() - FileReceiver.RESERVE;
        if (bytes > free) {
            throw new IOException("%s: the files need %s, but only %s can be used on this disk"
                    .formatted(target.path(), ByteCount.binaryWords(bytes), ByteCount.binaryWords(Math.max(0, free))));
        }
    }

    /// Deletes the file that is being written, when the program ends.
    public void abandon() {
        try {
            target.abandon();
        } catch (IOException | ClosedDirectoryStreamException e) {
            // It has its name already, or was deleted.
        }
    }

    @Override
    public void close() throws IOException {
        target.close();
    }
}
