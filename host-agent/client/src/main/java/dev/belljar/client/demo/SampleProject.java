package dev.belljar.client.demo;

import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A copy of the sample project in a separate folder: a git repository with one commit and one uncommitted
/// change.
public final class SampleProject {
    static final String UNCOMMITTED = "NOTES.md";

    private final Path folder;

    private SampleProject(Path folder) {
        this.folder = folder;
    }

    /// Returns the folder of this installation's sample project.
    ///
    /// @throws AgentException if Belljar was not started by its launcher, which passes the path
    public static Path source() throws AgentException {
        Path sample = Path.of(System.getenv().getOrDefault("BELLJAR_HOME", "."), "assets", "sample")
                .toAbsolutePath();
        if (!Files.isDirectory(sample)) {
            throw failed(
                    sample + ": missing; expected the sample project's folder",
                    "Start belljar with its launcher, which sets BELLJAR_HOME, or reinstall Belljar.",
                    null);
        }
        return sample;
    }

    /// Returns the user's own copy of the sample project at `folder`; creates it unless the folder exists
    /// already.
    ///
    /// @throws AgentException if the copy cannot be created; no partial copy is left
    public static Path personalCopy(Path folder) throws AgentException, InterruptedException {
        return personalCopy(folder, source());
    }

    static Path personalCopy(Path folder, Path sample) throws AgentException, InterruptedException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return folder;
        }
        try {
            Path made = Files.createTempDirectory(folder.toAbsolutePath().getParent(), ".belljar-sample");
            try {
                copyTo(made.resolve("tally"), sample);
                Files.move(made.resolve("tally"), folder);
            } finally {
                remove(made);
            }
            return folder;
        } catch (IOException | DemoFailure e) {
            throw failed("The sample project could not be copied to " + folder + ": " + e.getMessage(), null, e);
        }
    }

    private static AgentException failed(String detail, @Nullable String hint, @Nullable Exception cause) {
        return new AgentException(
                Problem.of(new ProblemCode("demo.no-sample", 500), "no sample project", detail, hint), cause);
    }

    static SampleProject copyOf(Path sample) throws IOException, DemoFailure, InterruptedException {
        return copyTo(Files.createTempDirectory("belljar-demo").resolve("tally"), sample);
    }

    private static SampleProject copyTo(Path folder, Path sample)
            throws IOException, DemoFailure, InterruptedException {
        try (Stream<Path> files = Files.walk(sample)) {
            for (Path from : files.toList()) {
                Path to = folder.resolve(sample.relativize(from).toString());
                if (Files.isDirectory(from)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(from, to);
                }
            }
        }
        SampleProject project = new SampleProject(folder);
        project.git("init", "--quiet", "--initial-branch=main");
        project.git("add", "--all");
        project.git("commit", "--quiet", "--message=Count words");
        Files.writeString(folder.resolve(UNCOMMITTED), "Not committed, but still copied into the sandbox.\n");
        return project;
    }

    Path folder() {
        return folder;
    }

    void append(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text, StandardOpenOption.APPEND);
    }

    String git(String... words) throws IOException, DemoFailure, InterruptedException {
        List<String> argv = new ArrayList<>(List.of(
                "git",
                "-C",
                folder.toString(),
                "-c",
                "user.name=Belljar demo",
                "-c",
                "user.email=demo@belljar.invalid",
                "-c",
                "commit.gpgsign=false"));
        argv.addAll(List.of(words));
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new DemoFailure("git " + String.join(" ", words) + ": " + text.strip());
        }
        return text.strip();
    }

    /// Removes the copy.
    void close() throws IOException {
        remove(folder.resolveSibling(""));
    }

    private static void remove(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
