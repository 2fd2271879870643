package dev.belljar.agent.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Sends the input of one terminal as messages that Zellij understands. Not thread-safe.
///
/// Input arrives in pieces cut anywhere, and Zellij (0.45) interprets each message separately: it drops a paste
/// whose end is in a later message, and takes what follows as keys, including Enter. So each piece of a paste is
/// sent as a complete paste, and a partial mark or letter waits for the rest.
final class ZellijKeyboard {
    private static final byte[] PASTE = "\u001b[200~".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PASTED = "\u001b[201~".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_LETTER = 4;
    // Shorter sequences are keys themselves.
    private static final int SHORTEST_START = 3;

    private final Messages to;
    private byte[] kept = new byte[0];
    private boolean pasting;

    /// Sends a message.
    @FunctionalInterface
    interface Messages {
        void send(byte[] bytes, int from, int length) throws IOException;
    }

    ZellijKeyboard(Messages to) {
        this.to = to;
    }

    /// Processes the next piece of input.
    void type(byte[] bytes, int from, int length) throws IOException {
        byte[] all = Arrays.copyOf(kept, kept.length + length);
        System.arraycopy(bytes, from, all, kept.length, length);
        kept = new byte[0];
        for (int at = 0; at < all.length; ) {
            at = pasting ? paste(all, at) : key(all, at);
        }
    }

    private int key(byte[] all, int at) throws IOException {
        if (begins(all, at, PASTE)) {
            pasting = true;
            return at + PASTE.length;
        }
        int left = all.length - at;
        if (left >= SHORTEST_START && left < PASTE.length && begins(all, at, Arrays.copyOf(PASTE, left))) {
            return keep(all, at);
        }
        int one = KeystrokeSplitter.length(all, at, all.length);
        to.send(all, at, one);
        return at + one;
    }

    private int paste(byte[] all, int at) throws IOException {
        int close = at;
        while (close < all.length && !begins(all, close, PASTED)) {
            close++;
        }
        if (close < all.length) {
            pasting = false;
            bracketed(all, at, close);
            return close + PASTED.length;
        }
        int whole = Math.min(markFrom(all, at), letterFrom(all, at));
        bracketed(all, at, whole);
        return keep(all, whole);
    }

    private void bracketed(byte[] all, int from, int end) throws IOException {
        if (from == end) {
            return;
        }
        byte[] message = Arrays.copyOf(PASTE, PASTE.length + (end - from) + PASTED.length);
        System.arraycopy(all, from, message, PASTE.length, end - from);
        System.arraycopy(PASTED, 0, message, PASTE.length + (end - from), PASTED.length);
        to.send(message, 0, message.length);
    }

    private int keep(byte[] all, int from) {
        kept = Arrays.copyOfRange(all, from, all.length);
        return all.length;
    }

    /// The index at which a truncated end mark begins; the end if there is none.
    private static int markFrom(byte[] all, int from) {
        for (int at = Math.max(from, all.length - PASTED.length + 1); at < all.length; at++) {
            if (begins(all, at, Arrays.copyOf(PASTED, all.length - at))) {
                return at;
            }
        }
        return all.length;
    }

    /// The index at which a truncated UTF-8 letter begins; the end if there is none.
    private static int letterFrom(byte[] all, int from) {
        for (int at = all.length - 1; at >= Math.max(from, all.length - LONGEST_LETTER + 1); at--) {
            int value = all[at] & 0xff;
            if (value >= 0xc0) {
                int length = value >= 0xf0 ? 4 : value >= 0xe0 ? 3 : 2;
                return all.length - at < length ? at : all.length;
            }
            if (value < 0x80) {
                return all.length;
            }
        }
        return all.length;
    }

    private static boolean begins(byte[] all, int at, byte[] mark) {
        return all.length - at >= mark.length && Arrays.equals(all, at, at + mark.length, mark, 0, mark.length);
    }
}
