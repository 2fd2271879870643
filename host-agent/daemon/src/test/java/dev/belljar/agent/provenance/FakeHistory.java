package dev.belljar.agent.provenance;

import dev.belljar.agent.provenance.version.FileVersion;
import dev.belljar.agent.provenance.version.FileVersionStore;
import dev.belljar.agent.recording.PathWrite;
import dev.belljar.contract.event.FileOp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The history of a sandbox that a test writes: files of the project, versions in a real store, and rows of the index.
final class FakeHistory implements FileHistory {
    static final int AGENT = 10;
    static final int PRETTIER = 20;

    private final FileVersionStore store;
    private final Map<String, String> project = new HashMap<>();
    private final List<PathWrite> indexed = new ArrayList<>();
    private boolean branch;

    FakeHistory(Path folder) {
        store = new FileVersionStore(folder);
    }

    FakeHistory project(String path, String text) {
        project.put(path, text);
        return this;
    }

    FakeHistory branch() {
        branch = true;
        return this;
    }

    /// The index has this write of a process in one second.
    FakeHistory indexed(long at, int pid) {
        indexed.add(write(at, pid, null));
        return this;
    }

    /// The file was read 200 ms after the last of these writes, with this text.
    FakeHistory read(String path, @Nullable String text, PathWrite... writes) throws IOException {
        return readAt(writes[writes.length - 1].at() + 200, path, text, writes);
    }

    FakeHistory readAt(long at, String path, @Nullable String text, PathWrite... writes) throws IOException {
        FileVersion read = new FileVersion(path, at, at + 5, List.of(writes), true, null, null);
        store.add(List.of(
                text == null
                        ? read.without("it was larger than 1 MiB")
                        : read.with(text.getBytes(StandardCharsets.UTF_8))));
        return this;
    }

    FakeHistory lost(long at) throws IOException {
        store.add(List.of(FileVersion.lost(at)));
        return this;
    }

    FakeHistory dropped(long at) throws IOException {
        store.add(List.of(FileVersion.dropped(at)));
        return this;
    }

    static PathWrite write(long at, int pid, @Nullable String from) {
        String comm = pid == AGENT ? "agent" : pid == PRETTIER ? "prettier" : "p" + pid;
        return new PathWrite(at, pid, pid * 100L, comm, from == null ? FileOp.WRITE : FileOp.RENAME, from);
    }

    @Override
    public FileVersionStore.KeptVersions versions(String path) throws IOException {
        return store.of(path, 300);
    }

    @Override
    public List<PathWrite> writes(String path) {
        return path.equals("a.js") ? List.copyOf(indexed) : List.of();
    }

    @Override
    public Optional<String> base(String path) {
        return Optional.ofNullable(project.get(path));
    }

    @Override
    public boolean beganWithProject() {
        return !branch;
    }
}
