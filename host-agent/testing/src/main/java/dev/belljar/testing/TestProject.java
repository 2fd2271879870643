package dev.belljar.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A git repository for a test.
public record TestProject(Path folder) {
    /// Creates a repository with one commit.
    public static TestProject in(Path parent, String name) throws IOException, InterruptedException {
        TestProject project = new TestProject(Files.createDirectories(parent.resolve(name)));
        project.git("init", "--quiet", "--initial-branch=main");
        project.write("README.md", "one\n");
        project.git("add", "--all");
        project.git("commit", "--quiet", "--message=first");
        return project;
    }

    /// Writes a file, which is not committed.
    public void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(java.util.Objects.requireNonNull(path.getParent()));
        Files.writeString(path, text);
    }

    /// Runs git in the project, and returns its output; fails if git fails.
    public String git(String... words) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of(
                "git", "-C", folder.toString(), "-c", "user.name=Test", "-c", "user.email=test@belljar.invalid"));
        argv.addAll(List.of(words));
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", argv) + ": " + text);
        }
        return text.stripTrailing();
    }
}
