package dev.belljar.client.transfer;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.operation.FilesApi;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.PrepareFiles;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.session.TerminalExit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/// Copies files of this computer into a folder of a sandbox: only those that the user named, or that are in folders
/// that the user named. Links are followed only if they were named.
public record FileUpload(AgentClient agent, String sandbox, String folder) {
    private static final int CHUNK = 1 << 16;
    private static final int SAID = 2_000;

    /// The copied files, relative to the folder, those that were left out with the reason, and the number of bytes.
    public record UploadReport(List<String> copied, List<String> left, long bytes) {
        public UploadReport {
            copied = List.copyOf(copied);
            left = List.copyOf(left);
        }
    }

    /// Copies these files and folders.
    ///
    /// @throws IOException when one of them cannot be read, or the sandbox could not unpack them
    public UploadReport run(List<Path> named) throws AgentException, InterruptedException, IOException {
        TreeMap<String, Path> files = new TreeMap<>();
        List<String> left = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Path path : named) {
            String name = name(path);
            add(path, name, files, left);
            names.add(name);
        }
        return copy(files, left, names);
    }

    /// Copies this file or folder under another name; with an empty name, everything in the folder.
    ///
    /// @throws IOException when it cannot be read, or the sandbox could not unpack it
    public UploadReport run(Path named, String name) throws AgentException, InterruptedException, IOException {
        TreeMap<String, Path> files = new TreeMap<>();
        List<String> left = new ArrayList<>();
        add(named, name, files, left);
        if (files.isEmpty() && name.isEmpty()) {
            throw new IOException(named + ": this folder contains no files that can be copied");
        }
        List<String> names = name.isEmpty()
                ? files.keySet().stream()
                        .map(path -> path.split("/", 2)[0])
                        .distinct()
                        .toList()
                : List.of(name);
        return copy(files, left, names);
    }

    private UploadReport copy(TreeMap<String, Path> files, List<String> left, List<String> names)
            throws AgentException, InterruptedException, IOException {
        agent.call(FilesApi.PREPARE.at(sandbox), new PrepareFiles(folder, names));
        ExecCommand unpack = new ExecCommand(
                List.of("tar", "--extract", "--file=-", "--no-same-owner", "--directory=" + folder),
                "/",
                Map.of("LC_ALL", "C"),
                null,
                false,
                0,
                0,
                0);
        ErrorText said = new ErrorText();
        try (RemoteTerminal tar = agent.open(sandbox, unpack, said)) {
            long bytes = send(files, left, tar);
            TerminalExit exit = tar.exit().get();
            if (exit.code() == null || exit.code() != 0) {
                throw new IOException("tar in the sandbox could not unpack the files: " + said.text());
            }
            return new UploadReport(List.copyOf(files.keySet()), left, bytes);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IOException("the connection to the sandbox was lost: " + cause.getMessage(), e);
        }
    }

    private static String name(Path named) throws IOException {
        Path given = named.toAbsolutePath().normalize().getFileName();
        if (given == null) {
            throw new IOException(named + ": expected a file or a folder other than the root folder");
        }
        return given.toString();
    }

    private static void add(Path named, String name, Map<String, Path> files, List<String> left) throws IOException {
        Path real = named.toRealPath();
        requirePlain(name);
        if (Files.isRegularFile(real) && !name.isEmpty()) {
            if (files.putIfAbsent(name, real) != null) {
                throw new IOException("two of the named files have the name " + name);
            }
            return;
        }
        if (!Files.isDirectory(real)) {
            throw new IOException(named + ": expected a " + (name.isEmpty() ? "folder" : "regular file or a folder"));
        }
        if (files.containsKey(name)) {
            throw new IOException("two of the named files have the name " + name);
        }
        String above = name.isEmpty() ? "" : name + "/";
        Files.walkFileTree(real, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String path = above + real.relativize(file);
                if (attributes.isRegularFile()) {
                    requirePlain(path);
                    files.put(path, file);
                } else {
                    left.add("Not copied: " + VisibleText.line(path)
                            + (attributes.isSymbolicLink() ? " is a link" : " is not a file"));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void requirePlain(String path) throws IOException {
        if (!VisibleText.line(path).equals(path)) {
            throw new IOException("\"" + VisibleText.line(path) + "\": names with control characters are not copied");
        }
    }

    private static long send(Map<String, Path> files, List<String> left, RemoteTerminal tar)
            throws AgentException, InterruptedException, IOException {
        long bytes = 0;
        try (OutputStream out = new TerminalInput(tar)) {
            TarWriter writer = new TarWriter(out);
            for (Map.Entry<String, Path> file : files.entrySet()) {
                // The link that the user named was resolved; a file that becomes a link now is not followed.
                try (InputStream content = Files.newInputStream(file.getValue(), LinkOption.NOFOLLOW_LINKS)) {
                    BasicFileAttributes found =
                            Files.readAttributes(file.getValue(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    boolean exact = writer.file(
                            file.getKey(),
                            found.size(),
                            found.lastModifiedTime().toMillis() / 1_000,
                            Files.isExecutable(file.getValue()),
                            content);
                    bytes += found.size();
                    if (!exact) {
                        left.add("Incomplete: " + file.getKey() + " changed while it was being read. Run the command"
                                + " again.");
                    }
                } catch (NoSuchFileException e) {
                    left.add("Not copied: " + file.getKey() + " no longer exists");
                }
            }
            writer.finish();
        }
        tar.eof();
        return bytes;
    }

    /// The input of the command in the sandbox.
    private static final class TerminalInput extends OutputStream {
        private final RemoteTerminal terminal;
        private final byte[] buffer = new byte[CHUNK];
        private int filled;

        TerminalInput(RemoteTerminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int at = from;
            while (at < from + length) {
                int some = Math.min(buffer.length - filled, from + length - at);
                System.arraycopy(bytes, at, buffer, filled, some);
                filled += some;
                at += some;
                if (filled == buffer.length) {
                    flush();
                }
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                if (filled > 0) {
                    terminal.send(buffer, 0, filled);
                    filled = 0;
                }
            } catch (AgentException e) {
                throw new IOException("the connection to the sandbox was lost: " + e.getMessage(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("the copy was stopped");
            }
        }
    }

    /// What tar in the sandbox says, in visible characters.
    private static final class ErrorText implements TerminalListener {
        private final ByteArrayOutputStream said = new ByteArrayOutputStream();

        @Override
        public void output(byte[] bytes) {
            // Tar prints nothing on standard output.
        }

        @Override
        public synchronized void error(byte[] bytes) {
            said.write(bytes, 0, Math.min(bytes.length, SAID - said.size()));
        }

        synchronized String text() {
            return VisibleText.line(
                    said.toString(StandardCharsets.UTF_8).strip().replaceAll("\\s*\\R\\s*", "; "));
        }
    }
}
