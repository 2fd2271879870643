package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.frame.FrameReader;
import dev.belljar.agent.guest.frame.SendQueue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;

/// Synchronises the host and a guest over a serial line that may be in the middle of a frame.
///
/// A guest that does not answer may be waiting for the rest of a frame: zeros complete the frame, then the guest
/// is asked again with a new nonce. Only the answer to the newest nonce counts, because each preamble makes the
/// guest start again.
final class LinkPreamble {
    /// Bytes of a preamble: magic and nonce.
    static final int SIZE = 32;

    private static final byte[] MAGIC = "BELLJAR-LINK\0\0\0\1".getBytes(StandardCharsets.US_ASCII);
    private static final long DISCARD_MOST = 64L << 20;
    private static final int ZEROS = 131_072;
    private static final int TRIES = 3;

    private final SendQueue outbox;
    private final LinkTiming timing;
    private final SecureRandom random = new SecureRandom();
    private byte[] expected = new byte[0];
    private boolean settled;
    private volatile long discarded;

    LinkPreamble(SendQueue outbox, LinkTiming timing) {
        this.outbox = outbox;
        this.timing = timing;
    }

    /// Sends a preamble, discards the bytes before the answer, and returns when the next byte is the first of a
    /// frame.
    ///
    /// `giveUp` is called on another thread when no try was answered; it must make the reader fail.
    ///
    /// @throws IOException when the connection breaks, or `giveUp` broke it
    /// @throws GuestException when more bytes come before the answer than a guest can have had on their way
    void sync(FrameReader in, Runnable giveUp) throws IOException, GuestException {
        ask(0);
        Thread sendThread = Thread.ofVirtual().name("guest-link-sync").start(() -> askAgain(giveUp));
        try {
            seek(in);
        } finally {
            sendThread.interrupt();
        }
    }

    /// A preamble with this nonce.
    static byte[] with(byte[] nonce) {
        byte[] preamble = Arrays.copyOf(MAGIC, SIZE);
        System.arraycopy(nonce, 0, preamble, MAGIC.length, nonce.length);
        return preamble;
    }

    private void seek(FrameReader in) throws IOException, GuestException {
        byte[] window = new byte[SIZE];
        for (long count = 1; ; count++) {
            window[(int) ((count - 1) % SIZE)] = (byte) in.value();
            int first = (int) (count % SIZE);
            if (window[first] == MAGIC[0] && count >= SIZE && settle(window, first)) {
                return;
            }
            if (count > DISCARD_MOST) {
                throw GuestException.broken(
                        "the guest's first " + DISCARD_MOST + " bytes contained no response to the preamble");
            }
            discarded = count;
        }
    }

    private synchronized boolean settle(byte[] window, int first) {
        for (int i = 0; i < SIZE; i++) {
            if (window[(first + i) % SIZE] != expected[i]) {
                return false;
            }
        }
        settled = true;
        return true;
    }

    // Zeros and preamble are sent together, and never after an answer: they would break the synchronisation
    // again.
    private synchronized boolean ask(int zeros) throws IOException {
        if (!settled) {
            outbox.sendNow(new byte[zeros]);
            byte[] nonce = new byte[SIZE - MAGIC.length];
            random.nextBytes(nonce);
            expected = with(nonce);
            outbox.sendNow(expected);
        }
        return !settled;
    }

    private void askAgain(Runnable giveUp) {
        try {
            for (int attempt = 1; attempt < TRIES; attempt++) {
                awaitAnswer();
                if (!ask(ZEROS)) {
                    return;
                }
            }
            awaitAnswer();
            giveUp.run();
        } catch (InterruptedException e) {
            // The answer has come.
        } catch (IOException e) {
            giveUp.run();
        }
    }

    // A try without any byte ends early; the rest of the previous session may take longer.
    private void awaitAnswer() throws InterruptedException {
        long begin = System.nanoTime();
        long before = -1;
        while (before != discarded && elapsed(begin).compareTo(timing.sync()) < 0) {
            before = discarded;
            Thread.sleep(timing.answer());
        }
    }

    private static Duration elapsed(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
