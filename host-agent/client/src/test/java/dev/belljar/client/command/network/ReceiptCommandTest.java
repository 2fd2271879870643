package dev.belljar.client.command.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.audit.AuditLine;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.host.Command;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.audit.SyncReceipt;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// Tests `belljar audit verify COMMIT` with a real repository and a real audit log, without a host agent.
class ReceiptCommandTest {
    @TempDir
    private Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private String commit = "";

    @BeforeEach
    void sync() throws Exception {
        Files.createDirectories(project());
        git("init", "-q", "-b", "main");
        git("config", "user.name", "Pat Person");
        git("config", "user.email", "pat@example.org");
        commit = commit("One");
        try (AuditLog audit = AuditLog.open(temp.resolve("audit"), InstantSource.system())) {
            audit.record("opened", "s1", "tcp a.org:443", "allowed", "allow a.org");
            String note = new SyncReceipt(
                            SyncReceipt.CURRENT,
                            "shop",
                            "s1",
                            "belljar/shop",
                            commit,
                            List.of(commit),
                            null,
                            1,
                            null,
                            List.of(new SyncReceipt.ReachedName("a.org", 1, 2, 3)),
                            List.of(),
                            List.of("Makefile"),
                            true,
                            audit.head())
                    .note();
            audit.record(new AuditLine("synced", "s1", commit, "", "to branch").withReceipt(SyncReceipt.hash(note)));
            git("notes", "--ref=belljar", "add", "-m", note, commit);
        }
    }

    private Path project() {
        return temp.resolve("project");
    }

    private String git(String... words) throws Exception {
        List<String> argv = new ArrayList<>(List.of("git"));
        argv.addAll(List.of(words));
        return Command.of(argv)
                .in(project())
                .cleanEnvironment()
                .env("HOME", "/nonexistent")
                .check()
                .text()
                .strip();
    }

    private String commit(String text) throws Exception {
        Files.writeString(project().resolve("a.txt"), text);
        git("add", "-A");
        git("commit", "-q", "-m", text);
        return git("rev-parse", "HEAD");
    }

    private int verify(String what, boolean json) throws Exception {
        out.reset();
        PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
        AuditVerifyCommand command =
                new AuditVerifyCommand(new CommandSession(new AgentStarter(Map.of()), printer, printer));
        new CommandLine(command).parseArgs(json ? List.of(what, "--json").toArray(String[]::new) : new String[] {what});
        return command.verifyReceipt(what, project(), temp.resolve("audit"));
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aGenuineReceiptIsShown() throws Exception {
        for (String name : List.of(commit, "main", "HEAD", commit.substring(0, 8))) {
            assertThat(verify(name, false)).as(said()).isZero();
        }
        assertThat(said())
                .contains("verified: commit " + commit.substring(0, 12) + " was synced from shop to belljar/shop")
                .contains("line 2 of the audit log")
                .contains("a.org  2 B sent, 3 B received")
                .contains("Makefile");
        assertThat(verify(commit, true)).isZero();
        assertThat(said()).contains("\"outcome\" : \"valid\"");
    }

    @Test
    void aCommitWithoutAReceiptIsNotVerified() throws Exception {
        String next = commit("Two");
        assertThat(verify(next, false)).isEqualTo(1);
        assertThat(said()).isEqualTo("NOT VERIFIED: commit " + next.substring(0, 12) + " has no receipt\n");
    }

    @Test
    void aChangedNoteIsNotVerified() throws Exception {
        String note = git("notes", "--ref=belljar", "show", commit);
        git("notes", "--ref=belljar", "add", "-f", "-m", note.replace("Makefile", "README.md"), commit);
        assertThat(verify(commit, false)).isEqualTo(1);
        assertThat(said()).contains("NOT VERIFIED").contains("the receipt was changed");
    }

    @Test
    void aChangedLogIsNotVerified() throws Exception {
        Path file = temp.resolve("audit/audit-000001.jsonl");
        Files.writeString(file, Files.readString(file).replace("allow a.org", "allow b.org"));
        assertThat(verify(commit, false)).isEqualTo(1);
        assertThat(said()).contains("NOT VERIFIED: the audit log is broken at audit-000001.jsonl line 2");
    }

    @Test
    void anUnknownCommitOrFolderIsAProblem() {
        assertThatThrownBy(() -> new ReceiptNotes(project()).commit("--all")).isInstanceOf(AgentException.class);
        assertThatThrownBy(() -> verify("none", false))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("the project has no commit with this name");
        assertThatThrownBy(() -> new ReceiptNotes(temp).commit("main"))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("not a git repository");
    }
}
