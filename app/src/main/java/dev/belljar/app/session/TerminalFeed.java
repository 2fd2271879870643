package dev.belljar.app.session;

import com.techsenger.jeditermfx.core.TtyConnector;
import dev.belljar.app.text.ProblemText;
import dev.belljar.contract.problem.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// Connects a stream of bytes with the terminal that draws it: decodes the bytes, filters the output and
/// limits the rate.
///
/// The queue is short. The producer blocks until its output is drawn, so a flood of output slows its own
/// program down.
public abstract class TerminalFeed implements TtyConnector {
    private static final int CHUNKS = 32;
    private static final String END = "";
    private static final String RESET = "\u001bc";

    private final BlockingQueue<String> chunks = new ArrayBlockingQueue<>(CHUNKS);
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final OutputGate gate;
    private final CompletableFuture<@Nullable Void> first = new CompletableFuture<>();
    private final CompletableFuture<String> last = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private ByteBuffer left = ByteBuffer.allocate(0);
    private String current = "";
    private int at;
    private volatile boolean open = true;
    private volatile boolean dropped;
    private volatile boolean drawn;

    public TerminalFeed(OutputGate gate) {
        this.gate = gate;
    }

    /// Takes output; blocks while the terminal is behind, and drops the output after `close`. Must be called
    /// from one thread.
    public void accept(byte[] bytes) throws InterruptedException {
        ByteBuffer in = ByteBuffer.allocate(left.remaining() + bytes.length)
                .put(left)
                .put(bytes)
                .flip();
        CharBuffer out = CharBuffer.allocate(in.remaining() + 4);
        decoder.decode(in, out, false);
        left = in.slice();
        String words = gate.pass(out.flip());
        if (!words.isEmpty()) {
            first.complete(null);
            put(words);
        }
    }

    // `close` empties the queue, so a thread that waits here when the tab is closed can continue.
    private void put(String words) throws InterruptedException {
        if (!dropped) {
            chunks.put(words);
        }
    }

    /// Drops output that was not drawn and all output that follows.
    @Override
    public void close() {
        dropped = true;
        chunks.clear();
        chunks.offer(END);
    }

    /// Resets the terminal, because another program prints from now on: unfinished sequences of the previous
    /// one are discarded and its modes are undone.
    public void anew() {
        left = ByteBuffer.allocate(0);
        gate.reset();
        try {
            put(RESET);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The text of a problem for the user: what it is and what to do.
    public static String words(Problem problem) {
        return ProblemText.all(problem);
    }

    /// Same as `end`, for callers that cannot be interrupted.
    public void finish(String words) {
        try {
            end(words);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// No more output follows; `words` says how it ended.
    public void end(String words) throws InterruptedException {
        if (open) {
            open = false;
            put(END);
        }
        last.complete(words);
        over.countDown();
    }

    /// Completes when the first output arrives.
    public CompletableFuture<@Nullable Void> first() {
        return first;
    }

    /// Completes with the text that says how it ended.
    public CompletableFuture<String> last() {
        return last;
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        try {
            while (at >= current.length()) {
                current = chunks.take();
                at = 0;
                if (current.isEmpty()) {
                    drawn = true;
                    chunks.offer(END);
                    return -1;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            drawn = true;
            return -1;
        }
        int count = Math.min(length, current.length() - at);
        current.getChars(at, at + count, buffer, offset);
        at += count;
        return count;
    }

    @Override
    public void write(String words) throws IOException {
        write(words.getBytes(StandardCharsets.UTF_8));
    }

    /// True until the terminal has read the last output.
    @Override
    public boolean isConnected() {
        return !drawn;
    }

    @Override
    public boolean ready() {
        return at < current.length() || !chunks.isEmpty();
    }

    @Override
    public int waitFor() throws InterruptedException {
        over.await();
        return 0;
    }
}
