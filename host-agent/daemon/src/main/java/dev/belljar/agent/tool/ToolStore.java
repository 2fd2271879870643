package dev.belljar.agent.tool;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.FileTrees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/// Stores the programs that were built from one crate, each in a folder with its SHA-256: `VERSION` contains the
/// one built in a machine, `VERSION-on-host` the one built on this host.
///
/// A program is stored completely with its digest or not at all, and a program that does not match its digest
/// counts as missing. A program built in a machine cannot be run on this host, because its file is not
/// executable.
final class ToolStore {
    private static final int LONGEST_DIGEST = 256;

    private final Path folder;
    private final Crate crate;

    ToolStore(Path folder, Crate crate) {
        this.folder = folder;
        this.crate = crate;
    }

    /// The stored program, if it matches its digest.
    ///
    /// @throws IOException when it cannot be read
    Optional<ToolFile> find(boolean onHost) throws IOException {
        Path file = file(onHost);
        try {
            ToolFile found = ToolFile.of(file, crate.version());
            Path written = digest(onHost);
            boolean same = Files.size(written) <= LONGEST_DIGEST
                    && Files.readString(written, StandardCharsets.US_ASCII).equals(line(found));
            return same && ElfFit.misfit(file).isEmpty() ? Optional.of(found) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// Stores a built program by moving it.
    ///
    /// @throws ToolException when it cannot run in machines
    void keep(Path built, boolean onHost) throws IOException, ToolException {
        String misfit = ElfFit.misfit(built).orElse(null);
        if (misfit != null) {
            throw ToolException.notBuilt(crate, misfit);
        }
        Path aside = folder.resolve("." + place(onHost).getFileName() + ".kept");
        FileTrees.delete(aside);
        Files.createDirectory(aside);
        Path file = aside.resolve(crate.program());
        Files.move(built, file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(onHost ? "rwx------" : "rw-------"));
        DurableFile.flush(file);
        DurableFile.write(aside.resolve(crate.program() + ".sha256"), line(ToolFile.of(file, crate.version())));
        FileTrees.delete(place(onHost));
        Files.move(aside, place(onHost), StandardCopyOption.ATOMIC_MOVE);
    }

    private String line(ToolFile file) {
        return file.digest() + "  " + crate.program() + "\n";
    }

    private Path place(boolean onHost) {
        return folder.resolve(onHost ? crate.version() + "-on-host" : crate.version());
    }

    /// The path of the program, built or not.
    Path file(boolean onHost) {
        return place(onHost).resolve(crate.program());
    }

    private Path digest(boolean onHost) {
        return place(onHost).resolve(crate.program() + ".sha256");
    }
}
