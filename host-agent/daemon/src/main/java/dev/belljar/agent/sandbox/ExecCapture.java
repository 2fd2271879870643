package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.contract.view.ExecResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;

/// Runs a command of the guest to its end and keeps the first MiB of each output; the rest is read and dropped.
final class ExecCapture {
    private static final int LIMIT = 1 << 20;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private volatile boolean truncated;

    ExecResult run(GuestExec exec) throws GuestException, InterruptedException {
        long begun = System.nanoTime();
        try (exec) {
            exec.stdin().close();
            Thread outReader = Thread.ofVirtual().name("exec-out").start(() -> drain(exec.stdout(), out));
            Thread errReader = Thread.ofVirtual().name("exec-err").start(() -> drain(exec.stderr(), err));
            GuestExit exit = exec.await();
            outReader.join();
            errReader.join();
            long millis = (System.nanoTime() - begun) / 1_000_000;
            return new ExecResult(
                    exit.code(), exit.signal(), exit.timedOut(), base64(out), base64(err), truncated, millis);
        } catch (IOException e) {
            throw new GuestException(GuestException.UNREACHABLE, "the command's input: " + e.getMessage(), null, e);
        }
    }

    private void drain(InputStream from, ByteArrayOutputStream to) {
        byte[] buffer = new byte[16_384];
        try {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                int room = Math.min(n, LIMIT - to.size());
                to.write(buffer, 0, Math.max(0, room));
                truncated |= room < n;
            }
        } catch (IOException e) {
            truncated = true;
        }
    }

    private static String base64(ByteArrayOutputStream bytes) {
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
