package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The files of a sandbox whose conflicts were resolved, so that nobody is asked again about the same ones. What
/// was decided longest ago is forgotten first.
record ResolvedConflicts(Path file) {
    private static final Logger LOG = LoggerFactory.getLogger(ResolvedConflicts.class);
    private static final int MOST = 2_000;

    private record StoredResolutions(List<ResolvedFile> files) {
        StoredResolutions {
            files = List.copyOf(files);
        }
    }

    /// All files by their path. Those of a file that cannot be read are asked about again.
    Map<String, ResolvedFile> read() throws IOException {
        Map<String, ResolvedFile> files = new LinkedHashMap<>();
        try {
            ContractJson.read(Files.readString(file), StoredResolutions.class)
                    .files()
                    .forEach(each -> files.put(each.path(), each));
        } catch (NoSuchFileException e) {
            // Nothing was resolved yet.
        } catch (JsonFault e) {
            LOG.warn("{}: cannot be read", file, e);
        }
        return files;
    }

    /// Adds these files, or replaces what was decided about them before; `change` wrote them.
    void add(List<ResolvedFile> resolved, @Nullable String change) throws IOException {
        if (resolved.isEmpty()) {
            return;
        }
        Map<String, ResolvedFile> files = read();
        for (ResolvedFile each : resolved) {
            ResolvedFile _ = files.remove(each.path());
            files.put(each.path(), each.by(change));
        }
        write(List.copyOf(files.values()));
    }

    /// Forgets what was decided with a change that was undone.
    void undone(String change) throws IOException {
        List<ResolvedFile> before = List.copyOf(read().values());
        List<ResolvedFile> after = before.stream()
                .filter(Predicate.not(each -> change.equals(each.change())))
                .toList();
        if (after.size() < before.size()) {
            write(after);
        }
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    private void write(List<ResolvedFile> files) throws IOException {
        Path folder = file.getParent();
        if (folder != null) {
            Path _ = Files.createDirectories(folder);
        }
        List<ResolvedFile> newest = files.subList(Math.max(0, files.size() - MOST), files.size());
        DurableFile.write(file, ContractJson.line(new StoredResolutions(newest)));
    }
}
