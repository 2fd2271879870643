package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A user's repository in a folder, used with plain git and without the configuration of this host.
public record GitFixture(Path folder) {
    /// An empty repository on the branch `main`.
    public static GitFixture init(Path folder) throws IOException, CommandException, InterruptedException {
        Files.createDirectories(folder);
        GitFixture fixture = new GitFixture(folder.toRealPath());
        fixture.git("init", "-q", "-b", "main");
        fixture.git("config", "user.name", "Pat Person");
        fixture.git("config", "user.email", "pat@example.org");
        return fixture;
    }

    /// A repository with one commit of a few files.
    public static GitFixture sample(Path folder) throws IOException, CommandException, InterruptedException {
        GitFixture fixture = init(folder);
        fixture.write("README.md", "# Sample\n");
        fixture.write("src/main.c", "int main(void) { return 0; }\n");
        fixture.write(".gitignore", "build/\n");
        fixture.commit("Begin");
        return fixture;
    }

    public GitFixture write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    public String read(String path) throws IOException {
        return Files.readString(folder.resolve(path));
    }

    public String commit(String message) throws CommandException, InterruptedException {
        git("add", "-A");
        git("commit", "-q", "-m", message);
        return head();
    }

    public String head() throws CommandException, InterruptedException {
        return git("rev-parse", "HEAD");
    }

    public String status() throws CommandException, InterruptedException {
        return git("status", "--porcelain=v1", "-uall");
    }

    /// The output of git, without the newline at its end.
    public String git(String... words) throws CommandException, InterruptedException {
        return text(git(new byte[0], words).out());
    }

    /// The output of git for this input; git must succeed.
    Command.Output git(byte[] input, String... words) throws CommandException, InterruptedException {
        return command(words).input(input).check();
    }

    /// The result of git, also if it fails.
    public Command.Output tried(String... words) throws CommandException, InterruptedException {
        return command(words).run();
    }

    private Command command(String... words) {
        List<String> argv = new ArrayList<>(List.of("git"));
        argv.addAll(List.of(words));
        return Command.of(argv)
                .in(folder)
                .cleanEnvironment()
                .env("HOME", "/nonexistent")
                .env("GIT_CONFIG_NOSYSTEM", "1")
                .env("GIT_AUTHOR_NAME", "Test")
                .env("GIT_AUTHOR_EMAIL", "test@belljar.invalid")
                .env("GIT_COMMITTER_NAME", "Test")
                .env("GIT_COMMITTER_EMAIL", "test@belljar.invalid")
                .env("LC_ALL", "C")
                .env("GIT_ALLOW_PROTOCOL", "file");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).stripTrailing();
    }
}
