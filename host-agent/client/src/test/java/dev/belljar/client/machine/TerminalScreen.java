package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.view.session.TerminalStarted;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/// A terminal attached to a session, with all its output.
final class TerminalScreen implements TerminalListener, AutoCloseable {
    /// A question about a mode of the terminal, such as "`[?2026$p`", which ends like a prompt.
    private static final Pattern QUESTION = Pattern.compile("\\[\\?\\d+\\$p");

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final AtomicReference<@Nullable TerminalStarted> started = new AtomicReference<>();
    private @Nullable RemoteTerminal terminal;

    static TerminalScreen on(RunningMachine machine, boolean watch) throws Exception {
        TerminalScreen screen = new TerminalScreen();
        screen.terminal = machine.client().attach(machine.id(), new AttachSession(watch, 30, 100), screen);
        return screen;
    }

    RemoteTerminal terminal() {
        return java.util.Objects.requireNonNull(terminal, "attached first");
    }

    /// Waits until the terminal is attached, and returns the message that says to which session.
    TerminalStarted started() throws InterruptedException {
        RunningMachine.await(() -> started.get() != null || terminal().exit().isDone());
        TerminalStarted now = started.get();
        assertThat(now).as(() -> terminal().exit().join().toString()).isNotNull();
        return java.util.Objects.requireNonNull(now);
    }

    /// Types text when there is a prompt: earlier input could be taken for the answer to a terminal query of
    /// tmux or Zellij.
    TerminalScreen typed(String words) throws Exception {
        started();
        RunningMachine.await(() -> QUESTION.matcher(text()).replaceAll("").contains("$")
                || terminal().exit().isDone());
        byte[] bytes = words.getBytes(StandardCharsets.UTF_8);
        terminal().send(bytes, 0, bytes.length);
        return this;
    }

    void shows(String words) throws InterruptedException {
        try {
            RunningMachine.await(
                    () -> text().contains(words) || terminal().exit().isDone());
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("expected \"" + words + "\" in: " + text(), e);
        }
        assertThat(text())
                .as(() -> "shown; ended: " + terminal().exit().getNow(null))
                .contains(words);
    }

    synchronized String text() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void started(TerminalStarted now) {
        started.set(now);
    }

    @Override
    public synchronized void output(byte[] bytes) {
        shown.writeBytes(bytes);
    }

    @Override
    public void error(byte[] bytes) {
        output(bytes);
    }

    @Override
    public void close() {
        terminal().close();
    }
}
