package dev.belljar.client.command.network;

import dev.belljar.client.AgentException;
import dev.belljar.contract.audit.SyncReceipt;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the receipts in the repository of a project: git notes on its commits.
record ReceiptNotes(Path project) {
    private static final ProblemCode UNREADABLE = new ProblemCode("receipt.unreadable", 422);
    private static final int MOST = 4 << 20;
    private static final int WORDS = 400;

    private record GitAnswer(int exit, String out, String err) {}

    /// The full id of a commit.
    ///
    /// @throws AgentException `receipt.unreadable` when there is no such commit, or no repository
    String commit(String name) throws AgentException, IOException, InterruptedException {
        if (!Files.isDirectory(project.toAbsolutePath())) {
            throw unreadable(project + ": no such folder", "Name the folder of a project with --project.");
        }
        GitAnswer answer = git("rev-parse", "--quiet", "--verify", "--end-of-options", name + "^{commit}");
        if (answer.exit() != 0) {
            String why = answer.err().isBlank() ? "the project has no commit with this name" : answer.err();
            throw unreadable(
                    "\"" + name + "\" in " + project.toAbsolutePath().normalize() + ": " + why,
                    "Run the command in the project, or name its folder with --project.");
        }
        return answer.out().strip();
    }

    /// The note on a commit; empty if it has none.
    Optional<String> note(String commit) throws AgentException, IOException, InterruptedException {
        GitAnswer found = git("notes", "--ref=" + SyncReceipt.REF, "list", commit);
        if (found.exit() != 0) {
            return Optional.empty();
        }
        GitAnswer note = git("cat-file", "blob", found.out().strip());
        if (note.exit() != 0) {
            throw unreadable("the receipt of " + commit + " could not be read: " + note.err(), null);
        }
        return Optional.of(note.out());
    }

    private static AgentException unreadable(String what, @Nullable String hint) {
        return new AgentException(Problem.of(UNREADABLE, "receipt cannot be read", VisibleText.line(what), hint), null);
    }

    private GitAnswer git(String... words) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of("git", "--no-pager"));
        argv.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(argv).directory(project.toAbsolutePath().toFile());
        builder.environment().put("GIT_NO_REPLACE_OBJECTS", "1");
        builder.environment().put("GIT_NO_LAZY_FETCH", "1");
        builder.environment().put("LC_ALL", "C");
        Path errors = Files.createTempFile("belljar-git", ".txt");
        try {
            Process git = builder.redirectError(errors.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            byte[] out;
            try (InputStream in = git.getInputStream()) {
                out = in.readNBytes(MOST);
            }
            int exit = git.waitFor();
            String err = Files.readString(errors, StandardCharsets.UTF_8).strip();
            return new GitAnswer(
                    exit,
                    new String(out, StandardCharsets.UTF_8),
                    VisibleText.line(err.substring(0, Math.min(WORDS, err.length()))));
        } finally {
            Files.delete(errors);
        }
    }
}
