package dev.belljar.client.command.sync;

import dev.belljar.client.AgentException;
import dev.belljar.client.command.sync.CopyPlace.LocalPlace;
import dev.belljar.client.command.sync.CopyPlace.SandboxPlace;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.WaitingLine;
import dev.belljar.client.transfer.FileUpload;
import dev.belljar.client.transfer.GuestPathKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// Copies one file or folder of this computer to the place in a sandbox that a user of `cp` expects.
record CopyIn(CommandSession session, WaitingLine waiting, LocalPlace from, boolean json) {
    /// Copies to this place, and returns the exit code.
    int run(SandboxPlace to) throws AgentException, InterruptedException, IOException {
        if (!Files.exists(from.path())) {
            throw new NoSuchFileException(from.path().toString());
        }
        boolean file = !Files.isDirectory(from.path());
        if (file && from.folder()) {
            throw new IOException(from.path() + ": expected a folder, but this is a file");
        }
        String own = name();
        List<GuestPathKind> kinds = GuestPathKind.of(session.agent(), to.sandbox(), List.of(to.path(), to.child(own)));
        SandboxPlace place = to;
        GuestPathKind kind = kinds.getFirst();
        if (kind == GuestPathKind.FOLDER && !from.contents()) {
            place = new SandboxPlace(to.sandbox(), to.child(own), false, false);
            kind = kinds.getLast();
        }
        requireFit(to, place, kind, file);
        return send(place);
    }

    private int send(SandboxPlace place) throws AgentException, InterruptedException, IOException {
        FileSending sending = new FileSending(session, waiting, place.sandbox(), place.path(), json);
        String folder = from.contents() ? place.path() : place.above();
        String name = from.contents() ? "" : place.name();
        FileUpload upload = new FileUpload(session.agent(), place.sandbox(), folder);
        return sending.run(() -> upload.run(from.path(), name));
    }

    private static void requireFit(SandboxPlace to, SandboxPlace place, GuestPathKind kind, boolean file)
            throws IOException {
        boolean inTarget = !place.equals(to);
        switch (kind) {
            case NOWHERE -> throw absent(to.sandbox(), place.above());
            case NOTHING -> {
                if (file && to.folder() && !inTarget) {
                    throw absent(to.sandbox(), to.path());
                }
            }
            case FILE -> {
                if (!file) {
                    throw new IOException("%s in %s is a file, and a folder cannot be copied onto it"
                            .formatted(place.path(), to.sandbox()));
                }
            }
            case FOLDER -> {
                if (file) {
                    throw new IOException("%s in %s is a folder, and a file cannot be copied onto it"
                            .formatted(place.path(), to.sandbox()));
                }
            }
        }
    }

    private static IOException absent(String sandbox, String folder) {
        return new IOException(
                "%s in %s: there is no such folder; create it first, for example with `belljar exec %s --"
                                .formatted(folder, sandbox, sandbox)
                        + " mkdir -p %s`".formatted(folder));
    }

    private String name() throws IOException {
        Path name = from.path().toAbsolutePath().normalize().getFileName();
        if (name == null) {
            throw new IOException(from.path() + ": expected a file or a folder other than the root folder");
        }
        return name.toString();
    }
}
