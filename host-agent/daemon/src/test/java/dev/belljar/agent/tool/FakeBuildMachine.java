package dev.belljar.agent.tool;

import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.contract.request.ExecCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// A machine that says while it builds what a test has it say, and gives what a test has it give.
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

    void says(String words) {
        says = new ByteArrayInputStream(words.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public BuildMachine make(Path folder) {
        made++;
        folders.add(folder);
        return this;
    }

    @Override
    public GuestExec exec(ExecCommand command) {
        commands.add(command);
        return switch (command.argv().getLast()) {
            case "belljar-build-in" -> new Exec(InputStream.nullInputStream(), InputStream.nullInputStream(), 0, false);
            case "belljar-build" -> new Exec(InputStream.nullInputStream(), says, code, endless);
            default -> new Exec(gives, InputStream.nullInputStream(), code, false);
        };
    }

    @Override
    public void close() {
        destroyed++;
    }

    private final class Exec implements GuestExec {
        private final InputStream out;
        private final InputStream err;
        private final int code;
        private final boolean endless;
        private final CountDownLatch fed = new CountDownLatch(1);
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
            return in;
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
        public void close() {}
    }
}
