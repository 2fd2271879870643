package dev.belljar.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.scene.input.KeyCode;
import org.testfx.util.WaitForAsyncUtils;

/// What people do with Belljar in the real window: a job is run as a program of its own, which opens the window, does
/// everything by clicks and keys, and exits with 0 once the window has shown each result.
/// It waits for what stays in the window: a message is gone after five seconds, and with them, on a busy host, before
/// it was looked for.
abstract class WindowJob {
    final WindowRobot user = new WindowRobot();

    /// The steps of the job.
    abstract void run() throws Exception;

    /// Opens the window, does the job and exits. `picture` is the file for a picture of the screen if something fails.
    final void start(Path picture) {
        // A fault on the FX thread ends only what caused it; it is printed, and the wait for its result fails.
        WaitForAsyncUtils.autoCheckException = false;
        Thread.ofPlatform().name("window-job").start(() -> end(picture));
        BelljarWindow.main(new String[] {"--theme", "light"});
    }

    private void end(Path picture) {
        int exit = 1;
        try {
            user.awaitToolkit();
            run();
            exit = 0;
        } catch (Exception | AssertionError e) {
            e.printStackTrace();
            saved(picture);
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

    /// A step of a job.
    interface JobStep {
        void run() throws Exception;
    }

    /// Does one step, and prints how long it took.
    static void step(String name, JobStep step) throws Exception {
        long begin = System.nanoTime();
        step.run();
        System.out.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - begin) / 1e9, name);
        System.out.flush();
    }

    /// Adds the project in the home folder with this name, and waits for its machine.
    void add(String name) {
        user.sees("live", "Add project");
        user.pressUntilSeen(List.of(KeyCode.CONTROL, KeyCode.K), "Retention…");
        user.type("~/" + name);
        user.sees("~/" + name);
        user.press(KeyCode.ENTER);
        user.sees("Add " + name);
        size("Memory", "1024");
        size("CPUs", "2");
        size("Disk", "4096");
        user.click("Create");
        user.sees(name + ", running");
    }

    private void size(String title, String value) {
        user.enter(title);
        user.type(value);
        user.press(KeyCode.TAB);
    }
}
