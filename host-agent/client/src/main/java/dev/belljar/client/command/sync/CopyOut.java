package dev.belljar.client.command.sync;

import dev.belljar.client.AgentException;
import dev.belljar.client.command.sync.CopyPlace.LocalPlace;
import dev.belljar.client.command.sync.CopyPlace.SandboxPlace;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.WaitingLine;
import dev.belljar.client.transfer.FileDownload;
import dev.belljar.client.transfer.FileDownload.DownloadChoice;
import dev.belljar.client.transfer.TargetRename;
import dev.belljar.contract.operation.FilesApi;
import dev.belljar.contract.request.work.ListFiles;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.GuestFiles;
import dev.belljar.contract.view.work.RefusedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// Copies one file or folder of a workspace to the place on this computer that a user of `cp` expects. `path` is
/// relative to the workspace, and empty for the workspace itself.
record CopyOut(CommandSession session, WaitingLine waiting, SandboxPlace from, String path, boolean json) {
    private static final String EVERYTHING = "**";

    /// A folder of this computer, and the name in it; an empty name is the folder itself.
    private record NamedPlace(Path folder, String name) {
        Path whole() {
            return name.isEmpty() ? folder : folder.resolve(name);
        }
    }

    /// Copies to this place, and returns the exit code.
    int run(LocalPlace to, DownloadChoice choice) throws AgentException, InterruptedException, IOException {
        GuestFiles found = waiting.during(
                "Looking for files in " + from.sandbox(),
                () -> session.agent()
                        .call(
                                FilesApi.LIST.at(from.sandbox()),
                                new ListFiles(List.of(path.isEmpty() ? EVERYTHING : path))));
        if (found.files().isEmpty() && found.refused().isEmpty()) {
            throw new IOException("%s in %s: there is no such file, and no such folder with files in it"
                    .formatted(from.path(), from.sandbox()));
        }
        NamedPlace place = place(to, isFile(found));
        try (FileDownload download = FileDownload.into(
                place.folder(), new TargetRename(path, place.name()), session.agent(), from.sandbox(), choice)) {
            return new FileCopy(session, waiting, from.sandbox(), place.whole(), json)
                    .run(download, download.plan(found));
        }
    }

    private boolean isFile(GuestFiles found) {
        return Stream.concat(
                        found.files().stream().map(GuestFile::path),
                        found.refused().stream().map(RefusedFile::path))
                .anyMatch(path::equals);
    }

    private NamedPlace place(LocalPlace to, boolean file) throws IOException {
        if (file && from.folder()) {
            throw new IOException(
                    "%s in %s: expected a folder, but this is a file".formatted(from.path(), from.sandbox()));
        }
        Path there = to.contents() ? to.path().normalize() : to.path();
        if (Files.isDirectory(there)) {
            return new NamedPlace(there, from.contents() ? "" : from.name());
        }
        if (Files.exists(there) && !file) {
            throw new IOException(there + ": expected a folder, because a folder cannot be copied onto a file");
        }
        Path whole = there.toAbsolutePath().normalize();
        Path above = whole.getParent();
        Path name = whole.getFileName();
        if (above == null || name == null || !Files.isDirectory(above)) {
            throw absent(above == null ? whole : above);
        }
        if (file && to.folder()) {
            throw absent(there);
        }
        return new NamedPlace(Objects.requireNonNullElse(there.getParent(), Path.of("")), name.toString());
    }

    private static IOException absent(Path folder) {
        return new IOException(folder + ": there is no such folder; create it first");
    }
}
