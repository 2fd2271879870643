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
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Manages Belljar's root certificate in the certificate databases of the user's browsers with `certutil`.
///
/// Chromium-based browsers read one database of the user, Firefox one in each profile; neither reads the
/// system's roots. Belljar's entry has its own nickname, so that no other entry is ever changed. No operation
/// needs root rights.
public final class BrowserTrust {
    /// The nickname of the entry in a browser.
    public static final String NICKNAME = "Belljar on this host";
    /// The required program, and the Debian package that contains it.
    public static final String CERTUTIL = "certutil";

    public static final String PACKAGE = "libnss3-tools";

    private static final List<String> CHROMIUM = List.of(".pki/nssdb", "snap/chromium/current/.pki/nssdb");
    private static final List<String> FIREFOX = List.of(".mozilla/firefox", "snap/firefox/common/.mozilla/firefox");
    private static final String DATABASE = "cert9.db";
    private static final String ABSENT = "could not find cert";
    private static final Pattern WRAPPED =
            Pattern.compile("-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----", Pattern.DOTALL);
    private static final long SECONDS = 30;

    private final Path home;

    /// Uses the databases in this home folder.
    public BrowserTrust(Path home) {
        this.home = home;
    }

    /// Whether a database trusts a root certificate.
    public enum BrowserTrustStatus {
        TRUSTED,
        /// The database trusts an older root under Belljar's nickname.
        OLDER,
        NOT_YET
    }

    /// The exit code and combined output of a program.
    private record ProgramResult(int code, String words) {}

    /// The folders of the existing databases.
    ///
    /// @throws IOException when a folder cannot be read
    public List<Path> databases() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String each : CHROMIUM) {
            Path shared = home.resolve(each);
            if (Files.exists(shared.resolve(DATABASE))) {
                found.add(shared);
            }
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

    /// Returns whether the database in this folder trusts the root certificate in this file (PEM).
    ///
    /// @throws IOException with the reason when the root or the database cannot be read, so that its trust is
    /// unknown
    public BrowserTrustStatus standing(Path database, Path root) throws IOException, InterruptedException {
        ProgramResult answer = answer(List.of(CERTUTIL, "-d", place(database), "-L", "-n", NICKNAME, "-a"));
        if (answer.code() != 0) {
            if (answer.words().toLowerCase(Locale.ROOT).contains(ABSENT)) {
                return BrowserTrustStatus.NOT_YET;
            }
            throw new IOException("%s cannot be read: %s".formatted(database, failed(CERTUTIL, answer)));
        }
        String known = body(answer.words());
        return known.equals(body(Files.readString(root, StandardCharsets.US_ASCII)))
                ? BrowserTrustStatus.TRUSTED
                : BrowserTrustStatus.OLDER;
    }

    /// The commands that make a database trust a root; an older root is removed first.
    public List<List<String>> giving(Path database, Path root, BrowserTrustStatus status) {
        List<List<String>> commands = new ArrayList<>();
        if (status != BrowserTrustStatus.NOT_YET) {
            commands.addAll(taking(database));
        }
        commands.add(List.of(
                CERTUTIL,
                "-d",
                place(database),
                "-A",
                "-t",
                "C,,",
                "-n",
                NICKNAME,
                "-i",
                root.toAbsolutePath().toString()));
        return commands;
    }

    /// The commands that remove Belljar's root from a database.
    public List<List<String>> taking(Path database) {
        return List.of(List.of(CERTUTIL, "-d", place(database), "-D", "-n", NICKNAME));
    }

    /// Returns whether `certutil` is on this PATH.
    public static boolean able(String path) {
        return List.of(path.split(File.pathSeparator)).stream().anyMatch(BrowserTrust::has);
    }

    /// Runs the commands of `giving` or `taking` and stops at the first failure.
    ///
    /// @throws IOException with its output when a command cannot be run, fails, or takes half a minute
    public static void run(List<List<String>> commands) throws IOException, InterruptedException {
        for (List<String> command : commands) {
            ProgramResult answer = answer(command);
            if (answer.code() != 0) {
                throw new IOException(failed(command.getFirst(), answer));
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

    private static String failed(String program, ProgramResult answer) {
        return "%s exited with code %d: %s".formatted(program, answer.code(), answer.words());
    }

    /// Runs a command, half a minute at most: `certutil` waits for a database that another program has
    /// locked.
    private static ProgramResult answer(List<String> command) throws IOException, InterruptedException {
        Process process = begin(command);
        try {
            // The output, a certificate or an error, fits into the pipe, so it need not be read while the
            // command runs.
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(
                        "%s did not finish within %d s; another program may have the certificate database open"
                                .formatted(command.getFirst(), SECONDS));
            }
            String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new ProgramResult(process.exitValue(), words.strip());
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process begin(List<String> command) throws IOException {
        try {
            return new ProcessBuilder(command)
                    // `certutil` would use a file with the name of the nickname in its working folder instead of
                    // the entry.
                    .directory(new File("/"))
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .start();
        } catch (IOException e) {
            throw new IOException(
                    "%s cannot be run; install it with: sudo apt-get install %s".formatted(command.getFirst(), PACKAGE),
                    e);
        }
    }

    /// The base64 of the certificates in this text, for comparison.
    private static String body(String words) {
        return WRAPPED.matcher(words)
                .results()
                .map(found -> found.group(1).replaceAll("\\s", ""))
                .collect(Collectors.joining());
    }
}
