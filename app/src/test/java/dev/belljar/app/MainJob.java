package dev.belljar.app;

import dev.belljar.testing.FarServer;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.input.KeyCode;

/// The main job of Belljar, from a folder to a branch in its repository.
public final class MainJob extends WindowJob {
    /// Written by the first command in the terminal.
    static final String WRITTEN = "from-the-guest";

    private static final String SERVER = FarServer.PUBLIC + ":" + FarServer.PORT;

    private MainJob() {}

    /// The argument is the file for a picture of the screen if something fails.
    public static void main(String[] words) {
        new MainJob().start(Path.of(words[0]));
    }

    @Override
    void run() throws Exception {
        step("add project", () -> add("tally"));
        step("command in the terminal", this::command);
        step("process, connection and file are seen", this::look);
        step("approval", this::answer);
        step("snapshot", this::snapshot);
        step("branch", this::branch);
        step("sync", this::sync);
        step("destroy", this::destroy);
        step("undo", this::undo);
    }

    private void command() {
        user.press(KeyCode.CONTROL, KeyCode.TAB);
        user.click("Terminal");
        user.sees("$ ");
        // The answer has no end of line, and the shell may draw its prompt over an unfinished line.
        user.type("echo " + WRITTEN + " > notes.txt; curl -s -m 600 " + SERVER
                + "/held > answer.txt; cat answer.txt; echo");
        user.press(KeyCode.ENTER);
    }

    private void look() {
        user.click("Processes");
        user.sees("curl", SERVER + "/held");
        user.click("Network");
        user.sees(FarServer.PUBLIC, "Waiting 1");
        user.click("Changes");
        user.sees("notes.txt", SERVER);
    }

    private void answer() {
        user.press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.A);
        user.pressUntilSeen(List.of(KeyCode.A), "All clear");
        user.press(KeyCode.CONTROL, KeyCode.DIGIT1);
        user.sees(FarServer.answer());
    }

    private void snapshot() {
        user.click("Snapshots");
        user.press(KeyCode.CONTROL, KeyCode.S);
        user.sees("Snapshot of tally");
        user.type("first");
        user.press(KeyCode.ENTER);
        user.sees("tally", "1", "snapshot", "Linear time");
    }

    private void branch() {
        user.click("first");
        user.sees("Branch ×3");
        user.click("Fewer");
        user.sees("Branch ×2");
        user.click("Fewer");
        user.click("Branch ×1");
        user.sees("tally-1, running");
    }

    private void sync() {
        user.click("Sync, no commits, 2 uncommitted files");
        user.sees("Not committed", "notes.txt", "answer.txt", "Sync 0 hunks");
        // Until then, the review is the one that was shown before the answer came.
        user.seesNoMore("Fetching…");
        user.click("Accept 2 safe…");
        user.sees("Accept 2 safe hunks?");
        user.click("Accept 2");
        user.sees("Sync 2 hunks");
        user.press(KeyCode.CONTROL, KeyCode.ENTER);
        // The message stays until it is closed.
        user.sees("2 hunks in 2 files synced to belljar/tally.");
        user.sees("In sync");
    }

    private void destroy() {
        user.click("More actions for this sandbox");
        user.click("Move to trash…");
        user.sees("Move “tally” to trash?");
        user.click("Move to trash");
        user.sees("“tally” was moved to the trash.");
    }

    private void undo() {
        user.click("Undo");
        user.sees("tally, stopped");
    }
}
