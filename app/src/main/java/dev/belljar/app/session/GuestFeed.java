package dev.belljar.app.session;

import com.techsenger.jeditermfx.core.util.TermSize;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.view.session.TerminalExit;

/// A shell in the guest that only this tab uses; it ends with the tab.
public final class GuestFeed extends TerminalFeed implements TerminalListener {
    private static final Texts TEXTS = Texts.of(GuestFeed.class);

    private final TypedInput typing = new TypedInput(problem -> finish(ProblemText.detail(problem)));
    private volatile boolean closed;

    public GuestFeed(OutputGate gate) {
        super(gate);
    }

    /// The command was started. It is closed at once if the tab was closed meanwhile.
    public void opened(RemoteTerminal opened) {
        typing.to(opened);
        if (closed) {
            opened.close();
            return;
        }
        var _ = opened.exit().thenAccept(this::ended);
    }

    @Override
    public void output(byte[] bytes) {
        try {
            accept(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void error(byte[] bytes) {
        output(bytes);
    }

    @Override
    public void write(byte[] bytes) {
        typing.bytes(bytes);
    }

    @Override
    public void resize(TermSize next) {
        typing.resize(next);
    }

    @Override
    public String getName() {
        return "shell";
    }

    @Override
    public void close() {
        closed = true;
        super.close();
        typing.close();
    }

    /// The command could not be started.
    public void refused(String why) {
        typing.stop();
        finish(why);
    }

    private void ended(TerminalExit exit) {
        Integer signal = exit.signal();
        Integer code = exit.code();
        if (exit.problem() != null) {
            finish(words(exit.problem()));
        } else if (signal != null) {
            finish(TEXTS.get("shell.signal", signal));
        } else {
            finish(TEXTS.get("shell.exited", code == null ? "?" : code.toString()));
        }
    }
}
