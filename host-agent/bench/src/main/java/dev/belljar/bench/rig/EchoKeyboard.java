package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import dev.belljar.client.TerminalListener;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Types one key repeatedly and waits each time for its echo.
public final class EchoKeyboard implements TerminalListener {
    private static final byte KEY = '%';
    private static final byte CLEAR_LINE = 0x15;
    private static final int LINE = 40;
    private static final int WARM_UP = 10;
    private static final long PATIENCE_SECONDS = 30;
    private static final long PAUSE_MILLIS = 30;
    private static final long SETTLE_MILLIS = 1_500;

    private final Semaphore shown = new Semaphore(0);

    /// Sends keys.
    public interface KeySender {
        void type(byte key) throws AgentException, IOException, InterruptedException;
    }

    /// Measures the milliseconds from the key to its echo, this many times.
    public double[] rounds(KeySender keys, int rounds) throws AgentException, IOException, InterruptedException {
        Thread.sleep(SETTLE_MILLIS);
        double[] millis = new double[rounds];
        for (int round = -WARM_UP; round < rounds; round++) {
            if (Math.floorMod(round, LINE) == 0) {
                keys.type(CLEAR_LINE);
                Thread.sleep(SETTLE_MILLIS);
            }
            shown.drainPermits();
            long begun = System.nanoTime();
            keys.type(KEY);
            if (!shown.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw BenchMachine.failed("a typed character was not echoed within " + PATIENCE_SECONDS + " s");
            }
            if (round >= 0) {
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
            // A late rendering must belong to this key and not to the next.
            Thread.sleep(PAUSE_MILLIS);
        }
        return millis;
    }

    /// Reads a program's output until it ends.
    public void hear(InputStream from) {
        byte[] buffer = new byte[4_096];
        try (from) {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                output(Arrays.copyOf(buffer, n));
            }
        } catch (IOException e) {
            return; // ended with the measurement
        }
    }

    @Override
    public void output(byte[] bytes) {
        for (byte one : bytes) {
            if (one == KEY) {
                shown.release();
                return;
            }
        }
    }

    @Override
    public void error(byte[] bytes) {
        output(bytes);
    }
}
