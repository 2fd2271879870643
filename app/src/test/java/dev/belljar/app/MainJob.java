package dev.belljar.app;

import dev.belljar.testing.FarServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.input.KeyCode;
import org.testfx.util.WaitForAsyncUtils;

/// What people do with Belljar, from a folder to a branch in its repository, in the real window: run as a program,
/// which opens the window, does everything by clicks and keys, and exits with 0 once the window has shown each result.
/// It waits for what stays in the window: a message is gone after five seconds, and with them, on a busy host, before
/// it was looked for.
public final class MainJob {
    /// Written by the first command in the terminal.
    static final String WRITTEN = "from-the-guest";

    private static final String SERVER = FarServer.PUBLIC + ":" + FarServer.PORT;

    private final WindowRobot user = new WindowRobot();

    private MainJob() {}

    /// The argument is the file for a picture of the screen if something fails.
    public static void main(String[] words) {
        // A fault on the FX thread ends only what caused it; it is printed, and the wait for its result fails.
        WaitForAsyncUtils.autoCheckException = false;
        Thread.ofPlatform().name("main-job").start(() -> end(Path.of(words[0])));
        BelljarWindow.main(new String[] {"--theme", "light"});
    }

    private static void end(Path picture) {
        MainJob job = new MainJob();
        int exit = 1;
        try {
            job.run();
            exit = 0;
        } catch (RuntimeException | AssertionError e) {
            e.printStackTrace();
            job.saved(picture);
        } finally {
            System.out.flush();
            Runtime.getRuntime().halt(exit);
        }
    }

    private void saved(Path picture) {
        try {
            user.picture(picture);
        } catch (IOException e) {
            System.err.println(picture + " could not be written: " + e);
        }
    }

    private void run() {
        user.awaitToolkit();
        step("add project", this::add);
        step("command in the terminal", this::command);
        step("process, connection and file are seen", this::look);
        step("approval", this::answer);
        step("snapshot", this::snapshot);
        step("branch", this::branch);
        step("sync", this::sync);
        step("destroy", this::destroy);
        step("undo", this::undo);
    }

    private static void step(String name, Runnable step) {
        long begin = System.nanoTime();
        step.run();
        System.out.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - begin) / 1e9, name);
        System.out.flush();
    }

    private void add() {
        user.sees("live", "Add project");
        user.pressUntilSeen(List.of(KeyCode.CONTROL, KeyCode.K), "Retention…");
        user.type("~/tally");
        user.sees("~/tally");
        user.press(KeyCode.ENTER);
        user.sees("Add tally");
        size("Memory", "1024");
        size("CPUs", "2");
        size("Disk", "4096");
        user.click("Create");
        user.sees("tally, running");
    }

    private void size(String title, String value) {
        user.enter(title);
        user.type(value);
        user.press(KeyCode.TAB);
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
