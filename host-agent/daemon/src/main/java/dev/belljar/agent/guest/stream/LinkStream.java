package dev.belljar.agent.guest.stream;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.PayloadFields;
import dev.belljar.agent.guest.frame.SendQueue;
import dev.belljar.agent.guest.frame.StreamKind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One stream of a session, from OPEN to CLOSED: bytes in both directions, limited by credit, and its result.
///
/// One lock guards it. The link's reader passes frames to `accept`, which never waits; the users of the stream
/// wait for bytes, credit, or the end. The window that the guest was given bounds the bytes that were received
/// and not read yet, over all channels; a guest that sends more breaks the protocol.
///
/// This is one class because credit, bytes, the result and the end of a stream change together under that lock:
/// a read gives credit back, a result ends all waits, and closing drops what is left. The buffer, the queue of
/// frames and the result have classes of their own, none of which locks.
public final class LinkStream {
    private static final int LUMP = ReceiveBuffer.WINDOW / 4;
    private static final long CREDIT_MOST = 1L << 30;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int number;
    private final StreamKind kind;
    private final SendQueue outbox;
    private final ReceiveBuffer inflow;
    private final Runnable released;
    private boolean empty;
    public long sendable = ReceiveBuffer.WINDOW;
    private boolean opened;
    private int pid;
    private boolean outputEnded;
    private boolean closedHere;
    private @Nullable StreamResult result;
    private @Nullable String broken;
    private long deadline = Long.MAX_VALUE;
    private String late = "the guest did not respond in time";

    /// `released` is called once, when the stream holds nothing any more.
    LinkStream(int number, StreamKind kind, SendQueue outbox, Runnable released) {
        this.released = released;
        this.number = number;
        this.kind = kind;
        this.outbox = outbox;
        this.inflow = new ReceiveBuffer(kind);
    }

    public int number() {
        return number;
    }

    /// Makes all waits end with an error after this time from now; null removes the limit.
    public void expectWithin(@Nullable Duration patience) {
        lock.lock();
        try {
            deadline = patience == null ? Long.MAX_VALUE : System.nanoTime() + patience.toNanos();
        } finally {
            lock.unlock();
        }
    }

    /// Makes all waits end with an error, with this sentence, after this time from now.
    public void expectWithin(Duration patience, String sentence) {
        lock.lock();
        try {
            deadline = System.nanoTime() + patience.toNanos();
            late = sentence;
        } finally {
            lock.unlock();
        }
    }

    /// Takes a frame of this stream from the guest; true if it was the last.
    ///
    /// @throws GuestException when the guest may not send it
    boolean accept(LinkFrame frame) throws GuestException {
        lock.lock();
        try {
            switch (frame.type()) {
                case LinkFrame.OPENED -> open(PayloadFields.of(frame.payload()));
                case LinkFrame.DATA -> data(frame.payload());
                case LinkFrame.CREDIT -> credit(frame.payload());
                case LinkFrame.EOF -> end(frame.payload());
                case LinkFrame.CLOSED -> result = StreamResult.of(frame.payload());
                default -> throw fault("frame type " + frame.type() + ": not allowed on a stream");
            }
            changed.signalAll();
            release();
            return result != null;
        } finally {
            lock.unlock();
        }
    }

    /// Ends every present and future wait with an error.
    void fail(String reason) {
        lock.lock();
        try {
            broken = reason;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until the guest has accepted the request; false if it refused, and the result says why.
    ///
    /// @throws GuestException when the link broke, or nothing came in time
    public boolean awaitOpened() throws GuestException, InterruptedException {
        lock.lockInterruptibly();
        try {
            await(() -> opened || result != null);
            return opened;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the end of the stream, and returns its result.
    ///
    /// @throws GuestException when the link broke, the stream was closed on this side, or nothing came in time
    public StreamResult awaitResult() throws GuestException, InterruptedException {
        lock.lockInterruptibly();
        try {
            await(() -> result != null);
            if (result == null) {
                throw GuestException.unreachable("the stream was closed before the guest finished", null);
            }
            return result;
        } finally {
            lock.unlock();
        }
    }

    /// True if the guest has ended the stream.
    public boolean hasResult() {
        lock.lock();
        try {
            return result != null;
        } finally {
            lock.unlock();
        }
    }

    /// The process id that came with OPENED.
    int pid() {
        lock.lock();
        try {
            return pid;
        } finally {
            lock.unlock();
        }
    }

    /// Reads at least one byte; -1 at the end.
    ///
    /// @throws IOException when the link broke, the stream ended badly, or this side closed it
    int read(int channel, byte[] into, int offset, int length) throws IOException {
        lock.lock();
        try {
            awaitIo(() -> inflow.size(channel) > 0 || ended(channel));
            int count = inflow.take(channel, into, offset, length);
            if (count > 0) {
                giveBack(count);
                release();
                return count;
            }
            if (kind != StreamKind.EXEC && result != null && !result.fine()) {
                throw new IOException("the guest closed the stream: " + result.fault());
            }
            return -1;
        } finally {
            lock.unlock();
        }
    }

    /// The bytes that can be read without waiting.
    int available(int channel) {
        lock.lock();
        try {
            return inflow.size(channel);
        } finally {
            lock.unlock();
        }
    }

    /// Drops everything that was and will be received on this channel, so that the guest can continue to send.
    void discard(int channel) {
        lock.lock();
        try {
            giveBack(inflow.discard(channel));
            release();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Sends all the bytes; blocks while there is no credit.
    ///
    /// @throws IOException when the link broke or the stream has ended
    public void write(int channel, byte[] bytes, int offset, int length) throws IOException {
        int sent = 0;
        while (sent < length) {
            int part = reserve(length - sent);
            sendOrFail(LinkFrame.data(number, channel, bytes, offset + sent, part));
            sent += part;
        }
    }

    /// Ends this channel towards the guest; a second call does nothing.
    ///
    /// @throws IOException when the link broke
    public void endOutput(int channel) throws IOException {
        lock.lock();
        try {
            if (outputEnded || result != null || closedHere) {
                return;
            }
            outputEnded = true;
        } finally {
            lock.unlock();
        }
        sendOrFail(LinkFrame.eof(number, channel));
    }

    /// Sends CONTROL fields.
    ///
    /// @throws GuestException when the link broke
    void control(byte[] fields) throws GuestException, InterruptedException {
        try {
            outbox.send(new LinkFrame(number, LinkFrame.CONTROL, fields).encoded());
        } catch (IOException e) {
            throw GuestException.unreachable("could not send to the command: " + e.getMessage(), e);
        }
    }

    /// Ends the stream if it has not ended, and drops all its bytes.
    public void close() {
        lock.lock();
        try {
            if (closedHere) {
                return;
            }
            closedHere = true;
            inflow.clear();
            if (result == null && broken == null) {
                sendNow(LinkFrame.empty(number, LinkFrame.ABORT));
            }
            release();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void release() {
        if (!empty && (closedHere || result != null) && inflow.isEmpty()) {
            empty = true;
            released.run();
        }
    }

    private void open(PayloadFields fields) throws GuestException {
        if (opened) {
            throw fault("opened twice");
        }
        opened = true;
        pid = kind == StreamKind.EXEC ? fields.integer(FieldTag.PID, 1, Integer.MAX_VALUE) : 0;
    }

    private void data(byte[] payload) throws GuestException {
        if (payload.length < 2) {
            throw fault("DATA frame of " + payload.length + " bytes: expected a channel and at least one byte");
        }
        int dropped = inflow.data(payload, closedHere);
        if (dropped > 0 && !closedHere) {
            giveBack(dropped);
        }
    }

    private void credit(byte[] payload) throws GuestException {
        if (payload.length != Integer.BYTES) {
            throw fault("CREDIT frame of " + payload.length + " bytes: expected 4");
        }
        sendable += Integer.toUnsignedLong(ByteBuffer.wrap(payload).getInt());
        if (sendable > CREDIT_MOST) {
            throw fault("credit of " + sendable + " bytes: expected at most " + CREDIT_MOST);
        }
    }

    private void end(byte[] payload) throws GuestException {
        if (payload.length != 1) {
            throw fault("EOF frame of " + payload.length + " bytes: expected 1");
        }
        inflow.end(payload[0]);
    }

    private boolean ended(int channel) {
        return result != null || inflow.discards(channel) || (inflow.ended(channel) && !kind.endsWithResult());
    }

    private int reserve(int requested) throws IOException {
        lock.lock();
        try {
            awaitIo(() -> sendable > 0 || result != null || outputEnded);
            if (result != null || outputEnded) {
                throw new IOException(result == null ? "the stream's input was closed" : "the guest closed the stream");
            }
            int part = (int) Math.min(Math.min(requested, LinkFrame.DATA_MOST), sendable);
            sendable -= part;
            return part;
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(int bytes) {
        int lump = inflow.giveBack(bytes, LUMP);
        if (lump > 0 && result == null && !closedHere) {
            sendNow(LinkFrame.credit(number, lump));
        }
    }

    private void sendNow(LinkFrame frame) {
        try {
            outbox.sendNow(frame.encoded());
        } catch (IOException e) {
            broken = e.getMessage();
        }
    }

    private void sendOrFail(LinkFrame frame) throws IOException {
        try {
            outbox.send(frame.encoded());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private void await(BooleanSupplier done) throws GuestException, InterruptedException {
        while (!done.getAsBoolean() && !closedHere) {
            if (broken != null) {
                throw GuestException.linkBroke(broken);
            }
            long left = deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - System.nanoTime();
            if (left <= 0) {
                throw GuestException.unreachable(late, null);
            }
            boolean _ = changed.await(left, TimeUnit.NANOSECONDS);
        }
    }

    private void awaitIo(BooleanSupplier done) throws IOException {
        try {
            await(done);
        } catch (GuestException e) {
            throw new IOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
        if (closedHere) {
            throw new IOException("the stream is closed");
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while waiting for the guest");
    }

    private GuestException fault(String what) {
        return GuestException.broken("stream " + number + ": " + what);
    }
}
