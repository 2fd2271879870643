package dev.belljar.client.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A copy of the sample project in a folder of its own: a git repository with one commit and one change that is
/// not committed.
final class SampleProject {
    static final String UNCOMMITTED = "NOTES.md";

    private final Path folder;

    private SampleProject(Path folder) {
        this.folder = folder;
    }

    static SampleProject copyOf(Path sample) throws IOException, DemoFailure, InterruptedException {
        Path folder = Files.createTempDirectory("belljar-demo").resolve("tally");
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
        Files.writeString(folder.resolve(UNCOMMITTED), "Not committed, and brought along all the same.\n");
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
        try (Stream<Path> files = Files.walk(folder.resolveSibling(""))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
