package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.TestProject;
import java.nio.file.Path;
import java.util.Arrays;
import javafx.scene.input.KeyCode;

/// The work of a coding agent, synced in each mode: the user lets it reach its model, starts it in the terminal,
/// chooses in the menu of the Sync button when its work is fetched, reviews it, and accepts what could not run on
/// this computer. After each sync, it compares the project with what was accepted.
public final class AgentRunJob extends WindowJob {
    /// The tasks of the agent; the test defines what its model answers.
    static final String FIRST = "task-one";

    static final String SECOND = "task-two";
    static final String THIRD = "task-three";

    private static final String NAME = "shop";
    private static final String BRANCH = "belljar/" + NAME;

    private final TestProject project;
    private final String model;

    private AgentRunJob(Path project, String model) {
        this.project = new TestProject(project);
        this.model = model;
    }

    /// The arguments are the file for a picture of the screen if something fails, the folder of the project, and
    /// the name and port of the model.
    public static void main(String[] words) {
        new AgentRunJob(Path.of(words[1]), words[2]).start(Path.of(words[0]));
    }

    @Override
    void run() throws Exception {
        step("add project", () -> add(NAME));
        step("rules that the project suggests", this::allow);
        step("manual", this::manually);
        step("at each commit", this::atEachCommit);
        step("when idle", this::whenIdle);
    }

    private void allow() {
        user.click("Open");
        user.click("More actions for this sandbox");
        user.click("Network policy…");
        user.sees("Network policy for " + NAME);
        user.click("Suggestions 2");
        user.sees(model);
        user.click("Accept all 2");
        user.sees("Nothing new: all of these rules are already in the project's policy.");
        user.press(KeyCode.ESCAPE);
        user.seesNoMore("Network policy for " + NAME);
    }

    private void manually() throws Exception {
        choose("Fetch only when I ask");
        agent(FIRST);
        user.click("Sync, 1 commit, 2 uncommitted files");
        user.sees("Add a greeting", "greeting.txt", "Not committed", "todo.txt", ".envrc");
        accept(2, 1);
        sync("2 hunks in 2 files synced to " + BRANCH + ". 1 hunk not synced");
        assertBranch("README.md agent.py .belljar/policy.toml greeting.txt notes/todo.txt", "Add a greeting");
        assertThat(project.git("show", BRANCH + ":greeting.txt")).isEqualTo("hello");
    }

    private void atEachCommit() throws Exception {
        choose("Fetch at each commit");
        agent(SECOND);
        user.click("Review, 1 commit, 4 uncommitted files");
        user.sees("Translate the greeting", "french.txt", "Not committed", "more.txt", "package.json");
        assertThat(project.git("show", BRANCH + ":greeting.txt")).as("it waits").isEqualTo("hello");
        accept(3, 2);
        sync("3 hunks in 3 files synced to " + BRANCH + ". 2 hunks not synced");
        assertBranch(
                "README.md agent.py .belljar/policy.toml french.txt greeting.txt notes/more.txt notes/todo.txt",
                "Add a greeting",
                "Translate the greeting");
        assertThat(project.git("show", BRANCH + ":greeting.txt")).isEqualTo("hello\nbonjour");
    }

    private void whenIdle() throws Exception {
        choose("Fetch after 30 s without writes");
        choose("Sync settings…");
        user.sees("Sync settings for " + NAME);
        user.enter("Seconds without writes");
        user.type("2");
        user.press(KeyCode.ENTER);
        user.seesNoMore("Sync settings for " + NAME);
        agent(THIRD);
        user.click("Review, 1 commit, 5 uncommitted files");
        user.sees("Write a guide", "guide.txt", "Not committed", "draft.txt", "package.json");
        accept(2, 2);
        user.click("Allow .envrc");
        user.sees("Allow “.envrc” anyway?");
        user.click("Allow");
        user.sees("Sync 3 hunks");
        sync("3 hunks in 3 files synced to " + BRANCH + ". 1 hunk not synced");
        assertBranch(
                ".envrc README.md agent.py .belljar/policy.toml draft.txt french.txt greeting.txt guide.txt"
                        + " notes/more.txt notes/todo.txt",
                "Add a greeting",
                "Translate the greeting",
                "Write a guide");
        assertThat(project.git("show", BRANCH + ":.envrc")).isEqualTo("touch /tmp/ran");
    }

    /// Chooses from the menu of the Sync button.
    private void choose(String item) {
        user.click("More sync actions");
        user.click(item);
        user.seesNoMore(item);
    }

    /// Starts the agent in the terminal.
    private void agent(String task) {
        user.click("Terminal");
        user.sees("$ ");
        user.type("python3 agent.py http://" + model + " " + task);
        user.press(KeyCode.ENTER);
    }

    /// Accepts the hunks that could not run on this computer.
    private void accept(int hunks, int others) {
        // Until then, the review is the one that was fetched before.
        user.seesNoMore("Fetching…");
        user.click("Accept " + hunks + " safe…");
        user.sees(
                "Accept " + hunks + " safe hunks?",
                others == 1
                        ? "The file that could run code on this computer will not be accepted."
                        : "The " + others + " files that could run code on this computer will not be accepted.");
        user.click("Accept " + hunks);
        user.sees("Sync " + hunks + " hunks");
    }

    private void sync(String result) {
        user.press(KeyCode.CONTROL, KeyCode.ENTER);
        user.sees(result, "In sync");
        user.click("Close this message");
    }

    /// The branch of the sandbox has these files and commits of the agent, and nothing else of the project changed.
    private void assertBranch(String files, String... subjects) throws Exception {
        assertThat(project.git("ls-tree", "-r", "--name-only", BRANCH).lines())
                .containsExactlyInAnyOrder(files.split(" "));
        assertThat(project.git("log", "--reverse", "--author=Agent", "--format=%an <%ae> %s", "main.." + BRANCH)
                        .lines())
                .containsExactly(Arrays.stream(subjects)
                        .map(subject -> "Agent <agent@example.org> " + subject)
                        .toArray(String[]::new));
        assertThat(project.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("main");
        assertThat(project.git("log", "--format=%s", "HEAD")).isEqualTo("agent\nfirst");
        assertThat(project.git("status", "--porcelain", "--ignored")).isEmpty();
    }
}
