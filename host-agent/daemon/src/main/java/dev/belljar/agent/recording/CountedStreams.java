package dev.belljar.agent.recording;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// Wraps streams so that their machine counts as used whenever bytes are transferred.
public record CountedStreams(MachineActivity activity) {
    /// This stream, counted.
    public InputStream by(InputStream stream) {
        return new FilterInputStream(stream) {
            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                int read = in.read(bytes, from, length);
                activity.touch();
                return read;
            }
        };
    }

    OutputStream by(OutputStream stream) {
        return new FilterOutputStream(stream) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                activity.touch();
                out.write(bytes, from, length);
            }
        };
    }
}
