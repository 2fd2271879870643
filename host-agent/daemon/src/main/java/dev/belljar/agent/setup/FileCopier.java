package dev.belljar.agent.setup;

import dev.belljar.agent.environment.EnvironmentFiles;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sync.file.FilePlacement;
import dev.belljar.contract.environment.Environment.EnvironmentFile;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.PrepareFiles;
import dev.belljar.contract.text.FileErrors;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Copies the files of an environment from the project folder or the home folder into a guest.
///
/// No link is followed on the way to a file: a sandbox may have put it into the project. In the workspace, the
/// files are excluded from git.
record FileCopier(Path project, Path home) {
    private static final String HOME = "~/";
    private static final String WORKSPACE = "/workspace";
    private static final String GUEST_HOME = "/home/agent";
    private static final int MOST_FILES = 100;
    private static final long MOST_BYTES = 64 << 20;
    private static final int LONGEST = 1_000;
    private static final int WORDS = 2_000;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /// The content of a file, and whether its owner may run it.
    record CopiedFile(byte[] bytes, boolean executable) {}

    /// Copies these files; all of them are read before the first is written.
    void copy(List<EnvironmentFile> files, GuestLink guest) throws BelljarException, InterruptedException {
        if (files.size() > MOST_FILES) {
            throw SetupException.invalid("files", "" + files.size(), "at most " + MOST_FILES);
        }
        List<CopiedFile> contents = new ArrayList<>();
        long bytes = 0;
        for (EnvironmentFile file : files) {
            CopiedFile content = read(file.from());
            bytes += content.bytes().length;
            if (bytes > MOST_BYTES) {
                throw SetupException.file(shown(file.from()), "all files together are larger than 64 MiB");
            }
            contents.add(content);
        }
        for (int i = 0; i < contents.size(); i++) {
            write(files.get(i), contents.get(i), guest);
        }
    }

    /// Reads a file of the project or home folder.
    ///
    /// @throws SetupException when it is not a regular file of a limited size, or is behind a link
    @SuppressWarnings("StreamResourceLeak") // closed below
    CopiedFile read(String from) throws SetupException {
        boolean ofHome = from.startsWith(HOME);
        List<String> names = names(ofHome ? from.substring(HOME.length()) : from);
        try {
            SecureDirectoryStream<Path> folder = secure(Files.newDirectoryStream(ofHome ? home : project), from);
            try {
                for (String name : names.subList(0, names.size() - 1)) {
                    SecureDirectoryStream<Path> next =
                            folder.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS);
                    folder.close();
                    folder = next;
                }
                return read(folder, Path.of(names.getLast()), from);
            } finally {
                folder.close();
            }
        } catch (NoSuchFileException e) {
            throw SetupException.file(shown(from), "it does not exist");
        } catch (IOException e) {
            throw SetupException.file(
                    shown(from), "it cannot be read without following links: " + FileErrors.reason(e));
        }
    }

    private static CopiedFile read(SecureDirectoryStream<Path> folder, Path name, String from)
            throws IOException, SetupException {
        PosixFileAttributes found = folder.getFileAttributeView(
                        name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
        if (!found.isRegularFile()) {
            throw SetupException.file(shown(from), found.isSymbolicLink() ? "it is a link" : "it is not a file");
        }
        try (InputStream in = Channels.newInputStream(
                folder.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))) {
            byte[] bytes = in.readNBytes(EnvironmentFiles.MOST_BYTES + 1);
            if (bytes.length > EnvironmentFiles.MOST_BYTES) {
                throw SetupException.file(
                        shown(from), "it is larger than %d MiB".formatted(EnvironmentFiles.MOST_BYTES >> 20));
            }
            return new CopiedFile(bytes, found.permissions().contains(PosixFilePermission.OWNER_EXECUTE));
        }
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream, String from)
            throws IOException, SetupException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw SetupException.file(shown(from), "it is on a file system where links cannot be avoided");
    }

    private static void write(EnvironmentFile file, CopiedFile content, GuestLink guest)
            throws BelljarException, InterruptedException {
        boolean inHome = file.to().startsWith(HOME);
        List<String> names = names(inHome ? file.to().substring(HOME.length()) : file.to());
        String folder = String.join("/", names.subList(0, names.size() - 1));
        String root = inHome ? GUEST_HOME : WORKSPACE;
        String whole = folder.isEmpty() ? root : root + "/" + folder;
        if (!inHome) {
            new FilePlacement(new PrepareFiles(whole, List.of(names.getLast()))).run(guest);
        }
        ExecCommand command = SetupScripts.command(
                "copy-file", List.of(whole + "/" + names.getLast(), content.executable() ? "700" : "600"), null, LIMIT);
        ExecOutcome outcome = ExecOutcome.of(guest.exec(command), content.bytes(), WORDS);
        if (!Integer.valueOf(0).equals(outcome.exit().code())) {
            throw SetupException.file(
                    shown(file.from()), shown(new String(outcome.err(), StandardCharsets.UTF_8).strip()));
        }
    }

    /// The names of a relative path.
    private static List<String> names(String path) throws SetupException {
        List<String> names = List.of(path.split("/", -1));
        boolean plain = path.length() <= LONGEST
                && VisibleText.line(path).equals(path)
                && names.stream().noneMatch(name -> name.isEmpty() || name.equals(".") || name.equals(".."));
        if (!plain) {
            throw SetupException.invalid(
                    "file", shown(path), "a path below the project folder or ~/, without \".\" and \"..\"");
        }
        return names;
    }

    private static String shown(String text) {
        return PackageArguments.shown(text);
    }
}
