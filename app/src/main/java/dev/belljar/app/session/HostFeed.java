package dev.belljar.app.session;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import com.pty4j.WinSize;
import com.techsenger.jeditermfx.core.util.TermSize;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.host.HomeFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A shell on the host, in the project's folder, or in the home folder if the project's does not exist.
public final class HostFeed extends TerminalFeed {
    private static final Texts TEXTS = Texts.of(HostFeed.class);

    private final Path folder;
    private volatile @Nullable PtyProcess process;
    private volatile @Nullable TermSize size;
    private volatile boolean closed;

    public HostFeed(Path folder, OutputGate gate) {
        super(gate);
        this.folder = folder;
    }

    /// Starts the shell and returns at once; a separate thread reads its output.
    public void start() {
        Thread.ofVirtual().name("belljar-host-shell").start(this::run);
    }

    private void run() {
        try {
            PtyProcess started = launch();
            process = started;
            if (closed) {
                started.destroy();
            }
            TermSize requested = size;
            if (requested != null) {
                resize(requested);
            }
            pump(started.getInputStream());
            end(TEXTS.get("shell.exited", started.waitFor()));
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private PtyProcess launch() throws IOException {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("TERM", "xterm-256color");
        String shell = environment.getOrDefault("SHELL", "/bin/sh");
        return new PtyProcessBuilder(new String[] {shell, "-l"})
                .setEnvironment(environment)
                .setDirectory((Files.isDirectory(folder) ? folder : HomeFolder.of(System.getenv())).toString())
                .setInitialColumns(100)
                .setInitialRows(30)
                .start();
    }

    private void pump(InputStream in) throws InterruptedException {
        byte[] buffer = new byte[8192];
        try (in) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                accept(Arrays.copyOf(buffer, n));
            }
        } catch (IOException e) {
            // A pseudo-terminal reports its end as an error once the shell has exited.
            return;
        }
    }

    private void fail(IOException e) {
        try {
            end(TEXTS.get("shell.failed", String.valueOf(e.getMessage())));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        PtyProcess to = process;
        if (to != null) {
            to.getOutputStream().write(bytes);
            to.getOutputStream().flush();
        }
    }

    @Override
    public void resize(TermSize next) {
        size = next;
        PtyProcess to = process;
        if (to != null && to.isAlive()) {
            to.setWinSize(new WinSize(next.getColumns(), next.getRows()));
        }
    }

    @Override
    public String getName() {
        return "host";
    }

    @Override
    public void close() {
        closed = true;
        super.close();
        PtyProcess to = process;
        if (to != null) {
            to.destroy();
        }
    }
}
