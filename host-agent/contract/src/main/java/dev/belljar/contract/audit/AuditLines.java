package dev.belljar.contract.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Reads the lines of one file as bytes. A line that is longer than any the audit writes is cut at that length.
public final class AuditLines {
    static final int LONGEST = 64 << 10;

    private final InputStream in;
    private boolean ended;

    public AuditLines(InputStream in) {
        this.in = in;
    }

    /// The next line without its line end, null at the end of the file.
    public byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (line.size() < LONGEST) {
            int value = in.read();
            if (value == '\n') {
                ended = true;
                return line.toByteArray();
            }
            if (value < 0) {
                ended = false;
                return line.size() == 0 ? null : line.toByteArray();
            }
            line.write(value);
        }
        ended = false;
        return line.toByteArray();
    }

    /// True when the line that was read last had its line end.
    public boolean ended() {
        return ended;
    }
}
