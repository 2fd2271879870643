package dev.belljar.agent.tcp;

import dev.belljar.agent.packet.TcpSegment;
import java.nio.ByteBuffer;

/// The content of a guest's SYN: its sequence number, its maximum segment size in bytes, and its window scale in
/// bits (-1 for none).
public record SynOptions(int seq, int largest, int scale, int window) {
    /// The largest segment in bytes that fits the wire's packets of 65,520.
    public static final int LARGEST = 65_480;
    /// Every stack accepts this size; a guest that announces less would only cause many small packets.
    private static final int SMALLEST = 536;
    private static final int LARGEST_SCALE = 14;
    private static final int OPTION_LARGEST = 2;
    private static final int OPTION_SCALE = 3;

    /// Parses a SYN; options that exceed the header are ignored, as in other stacks.
    public static SynOptions of(TcpSegment tcp) {
        int largest = SMALLEST;
        int scale = -1;
        ByteBuffer options = tcp.options().slice();
        while (options.hasRemaining()) {
            int kind = options.get();
            if (kind == 0) {
                break;
            }
            if (kind == 1) {
                continue;
            }
            int length = options.hasRemaining() ? (options.get() & 0xff) - 2 : -1;
            if (length < 0 || length > options.remaining()) {
                break;
            }
            if (kind == OPTION_LARGEST && length == 2) {
                largest = options.getShort(options.position()) & 0xffff;
            } else if (kind == OPTION_SCALE && length == 1) {
                scale = Math.min(LARGEST_SCALE, options.get(options.position()) & 0xff);
            }
            options.position(options.position() + length);
        }
        return new SynOptions(tcp.seq(), Math.clamp(largest, SMALLEST, LARGEST), scale, tcp.window());
    }

    boolean scales() {
        return scale >= 0;
    }
}
