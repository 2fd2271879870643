package dev.belljar.agent.gateway.frame;

import java.nio.ByteBuffer;
import java.util.List;

/// An output that keeps every frame in a list.
public record ListOutlet(List<byte[]> frames) implements FrameOutput {
    @Override
    public ByteBuffer frame(int length) {
        byte[] frame = new byte[length];
        frames.add(frame);
        return ByteBuffer.wrap(frame);
    }

    @Override
    public int room() {
        return Integer.MAX_VALUE;
    }
}
