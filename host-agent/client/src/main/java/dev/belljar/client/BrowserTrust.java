package dev.belljar.client;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Belljar's own root in the certificate databases of a person's browsers, where `certutil` reads and writes it.
///
/// Chromium and its relatives read one database of a person's, Firefox one in each profile; neither reads the system's
/// roots. Belljar's entry has a nickname of its own, so that no other is ever changed. Nothing here needs root.
public final class BrowserTrust {
    /// What a browser calls the entry.
    public static final String NICKNAME = "Belljar on this host";
    /// The program that is needed, and the package of Debian's that has it.
    public static final String CERTUTIL = "certutil";

    public static final String PACKAGE = "libnss3-tools";

    private static final List<String> FIREFOX = List.of(".mozilla/firefox", "snap/firefox/common/.mozilla/firefox");
    private static final String DATABASE = "cert9.db";
    private static final long SECONDS = 30;

    private final Path home;

    /// Of the person with this home.
    public BrowserTrust(Path home) {
        this.home = home;
    }

    /// How a database stands to a root.
    public enum Standing {
        TRUSTED,
        /// It trusts another root under Belljar's nickname: one that was made before.
        OLDER,
        NOT_YET
    }

    /// The folders of the databases there are.
    ///
    /// @throws IOException when a folder cannot be read
    public List<Path> databases() throws IOException {
        List<Path> found = new ArrayList<>();
        Path shared = home.resolve(".pki/nssdb");
        if (Files.exists(shared.resolve(DATABASE))) {
            found.add(shared);
        }
        for (String each : FIREFOX) {
            Path profiles = home.resolve(each);
            if (Files.isDirectory(profiles)) {
                try (DirectoryStream<Path> all =
                        Files.newDirectoryStream(profiles, p -> Files.exists(p.resolve(DATABASE)))) {
                    all.forEach(found::add);
                }
            }
        }
        return found;
    }

    /// How the database in this folder stands to the root in this file (PEM).
    ///
    /// @throws IOException when the root cannot be read
    public Standing standing(Path database, Path root) throws IOException, InterruptedException {
        String known = body(said(CERTUTIL, "-d", place(database), "-L", "-n", NICKNAME, "-a"));
        if (known.isEmpty()) {
            return Standing.NOT_YET;
        }
        return known.equals(body(Files.readString(root, StandardCharsets.US_ASCII)))
                ? Standing.TRUSTED
                : Standing.OLDER;
    }

    /// The commands that make a database trust a root; an older one is taken out first.
    public List<List<String>> giving(Path database, Path root, Standing standing) {
        List<List<String>> commands = new ArrayList<>();
        if (standing != Standing.NOT_YET) {
            commands.addAll(taking(database));
        }
        commands.add(
                List.of(CERTUTIL, "-d", place(database), "-A", "-t", "C,,", "-n", NICKNAME, "-i", root.toString()));
        return commands;
    }

    /// The commands that take Belljar's root out of a database.
    public List<List<String>> taking(Path database) {
        return List.of(List.of(CERTUTIL, "-d", place(database), "-D", "-n", NICKNAME));
    }

    /// Whether `certutil` is on this PATH.
    public static boolean able(String path) {
        return List.of(path.split(File.pathSeparator)).stream().anyMatch(BrowserTrust::has);
    }

    /// Runs commands of `giving` or `taking`, the first that fails ends it.
    ///
    /// @throws IOException when one cannot be run, fails, or takes half a minute, with what it said
    public static void run(List<List<String>> commands) throws IOException, InterruptedException {
        for (List<String> command : commands) {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .start();
            String words = answer(process);
            if (process.exitValue() != 0) {
                throw new IOException(
                        "%s ended with %d: %s".formatted(command.getFirst(), process.exitValue(), words.strip()));
            }
        }
    }

    private static boolean has(String folder) {
        try {
            return !folder.isEmpty() && Files.isExecutable(Path.of(folder, CERTUTIL));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static String place(Path database) {
        return "sql:" + database;
    }

    /// What a program says when it succeeds; nothing when it fails or is not there.
    private static String said(String... words) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String out = answer(process);
            return process.exitValue() == 0 ? out : "";
        } catch (IOException e) {
            return "";
        }
    }

    /// All it says. A database that another program holds makes `certutil` wait.
    private static String answer(Process process) throws IOException, InterruptedException {
        Thread patience = Thread.ofVirtual().name("belljar-certutil").start(() -> {
            try {
                if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return words;
        } finally {
            patience.interrupt();
        }
    }

    /// A certificate without its wrapping, to be compared.
    private static String body(String certificate) {
        return certificate.replaceAll("-----[A-Z ]+-----|\\s", "");
    }
}
