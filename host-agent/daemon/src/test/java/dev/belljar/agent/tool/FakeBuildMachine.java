package dev.belljar.agent.tool;

import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// A fake machine whose build output and result the test defines.
final class FakeBuildMachine implements BuildMachine, BuildMachine.Maker {
    final List<ExecCommand> commands = new ArrayList<>();
    final List<Path> folders = new ArrayList<>();
    final CountDownLatch building = new CountDownLatch(1);
    int made;
    int destroyed;
    long brought;
    InputStream says = InputStream.nullInputStream();
    InputStream gives = InputStream.nullInputStream();
    int code;
    boolean endless;
    /// The last word of the command that never answers, `make` for the machine itself.
    String stalls = "";

    private final CountDownLatch never = new CountDownLatch(1);

    void says(String words) {
        says = new ByteArrayInputStream(words.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public BuildMachine make(Path folder) throws InterruptedException {
        if (stalls.equals("make")) {
            never.await();
        }
        made++;
        folders.add(folder);
        return this;
    }

    @Override
    public GuestExec exec(ExecCommand command) {
        commands.add(command);
        String name = command.argv().getLast();
        if (name.equals(stalls)) {
            return new Exec(new SilentStream(), new SilentStream(), 0, true);
        }
        return switch (name) {
            case "belljar-build-in" -> new Exec(InputStream.nullInputStream(), InputStream.nullInputStream(), 0, false);
            case "belljar-build" -> new Exec(InputStream.nullInputStream(), says, code, endless);
            default -> new Exec(gives, InputStream.nullInputStream(), code, false);
        };
    }

    @Override
    public void close() {
        destroyed++;
    }

    /// A stream without data, like one of the guest link: a reader is woken by an interrupt or the end of the
    /// command.
    private static final class SilentStream extends InputStream {
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public int read() throws IOException {
            try {
                closed.await();
                return -1;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while waiting for the guest");
            }
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return read();
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    private final class Exec implements GuestExec {
        private final InputStream out;
        private final InputStream err;
        private final int code;
        private final boolean endless;
        private final CountDownLatch fed = new CountDownLatch(1);
        private final CountDownLatch ended = new CountDownLatch(1);
        private final ByteArrayOutputStream in = new ByteArrayOutputStream() {
            @Override
            public void close() {
                fed.countDown();
            }
        };

        Exec(InputStream out, InputStream err, int code, boolean endless) {
            this.out = out;
            this.err = err;
            this.code = code;
            this.endless = endless;
        }

        @Override
        public int pid() {
            return 1;
        }

        @Override
        public OutputStream stdin() {
            return endless && !stalls.isEmpty() ? new Full() : in;
        }

        @Override
        public InputStream stdout() {
            return out;
        }

        @Override
        public InputStream stderr() {
            return err;
        }

        @Override
        public void signal(int number) {}

        @Override
        public void resize(int rows, int cols) {}

        @Override
        public GuestExit await() throws InterruptedException {
            fed.await();
            brought += in.size();
            if (endless) {
                building.countDown();
                new CountDownLatch(1).await();
            }
            return new GuestExit(code, null, false);
        }

        @Override
        public void close() {
            try {
                out.close();
                err.close();
                ended.countDown();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /// A stream that accepts no bytes, like one without credit.
        private final class Full extends OutputStream {
            @Override
            public void write(int one) throws IOException {
                try {
                    ended.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                throw new IOException("the stream is closed");
            }

            @Override
            public void close() {
                fed.countDown();
            }
        }
    }
}
