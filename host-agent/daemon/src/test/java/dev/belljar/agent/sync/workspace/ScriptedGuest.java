package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A fake machine that answers every request with one script, by default `script` in the test's folder.
class ScriptedGuest extends LocalGuest {
    private final Path script;

    ScriptedGuest(Path temp) throws IOException {
        this(temp, temp.resolve("script"));
    }

    private ScriptedGuest(Path temp, Path script) throws IOException {
        super(temp.resolve("guest/workspace"), Files.createDirectories(temp.resolve("guest/home")));
        this.script = script;
    }

    /// Creates a machine that answers with this shell script.
    ScriptedGuest(Path temp, String words) throws IOException {
        this(temp, Files.writeString(Files.createTempFile(temp, "script", ""), words));
    }

    /// Sends this commit with all its objects, and no uncommitted files of the workspace.
    void handOver(GitFixture inside, String commit) throws Exception {
        Files.writeString(
                script,
                "printf 'head %s\\ntree %s\\n\\n'; cd '%s'; echo %s | git pack-objects -q --revs --stdout\n"
                        .formatted(commit, inside.git("rev-parse", commit + "^{tree}"), inside.folder(), commit));
    }

    /// Sends this tree, and no commit.
    void handOverTree(GitFixture inside, String tree) throws Exception {
        Files.writeString(
                script,
                "printf 'tree %s\\n\\n'; cd '%s'; echo %s | git pack-objects -q --revs --stdout\n"
                        .formatted(tree, inside.folder(), tree));
    }

    @Override
    public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
        return run(List.of("sh", script.toString()));
    }
}
