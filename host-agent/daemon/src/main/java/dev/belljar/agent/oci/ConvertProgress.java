package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ErofsWriter;
import java.io.IOException;

/// Counts what was read of the layers, and refuses to go on beyond the limits: a small file can unpack to a
/// size without end.
final class ConvertProgress {
    private static final long STEP = 16L << 20;
    private static final int ALL = 100;

    private final long packedBytes;
    private final OciLimits limits;
    private final ErofsWriter out;
    private final ConvertListener listener;
    private long packed;
    private long unpacked;
    private long packedOfLayer;
    private long unpackedOfLayer;
    private long reported;

    /// Stops the reading of a layer.
    static final class LimitException extends IOException {
        private static final long serialVersionUID = 1L;

        LimitException(String message) {
            super(message);
        }
    }

    ConvertProgress(long packedBytes, OciLimits limits, ErofsWriter out, ConvertListener listener) {
        this.packedBytes = packedBytes;
        this.limits = limits;
        this.out = out;
        this.listener = listener;
    }

    /// A layer begins.
    void begin(String what) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("cancelled before " + what);
        }
        packedOfLayer = 0;
        unpackedOfLayer = 0;
        report();
    }

    void packed(int bytes) {
        packed += bytes;
        packedOfLayer += bytes;
    }

    void unpacked(int bytes) throws IOException {
        unpacked += bytes;
        unpackedOfLayer += bytes;
        if (unpacked > limits.unpackedBytes()) {
            throw new LimitException(
                    "brings the unpacked size of all layers to more than %,d bytes".formatted(limits.unpackedBytes()));
        }
        if (unpackedOfLayer > limits.ratioFreeBytes() && unpackedOfLayer / limits.ratio() > packedOfLayer) {
            throw new LimitException("unpacks to more than %d times its compressed size".formatted(limits.ratio()));
        }
        if (unpacked - reported > STEP) {
            report();
        }
    }

    private void report() throws IOException {
        reported = unpacked;
        listener.at((int) (packedBytes == 0 ? 0 : Math.min(packed * ALL / packedBytes, ALL - 1)), out.bytes());
    }
}
