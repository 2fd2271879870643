package dev.belljar.client.console;

import dev.belljar.contract.text.FileErrors;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// This program's standard output, which remembers that it could not be written: a `PrintStream` reports no error, and
/// a script must not take half a list for the whole one.
public final class StandardOutput extends FilterOutputStream {
    /// The reader of a pipe, such as `head`, has read enough.
    private static final String CLOSED_PIPE = "Broken pipe";

    private volatile @Nullable IOException failure;

    StandardOutput(OutputStream out) {
        super(out);
    }

    /// The standard output of this process. All that is printed is written at once.
    public static StandardOutput ofProcess() {
        return new StandardOutput(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    }

    /// A stream that prints to it in the character set of the terminal.
    public PrintStream printer() {
        String name = System.getProperty("stdout.encoding");
        return new PrintStream(this, true, name == null ? Charset.defaultCharset() : Charset.forName(name));
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        try {
            out.write(bytes, from, count);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /// Why it could not be written; empty if it was written, or if its reader closed it.
    public Optional<String> problem() {
        IOException why = failure;
        return why == null || CLOSED_PIPE.equals(why.getMessage())
                ? Optional.empty()
                : Optional.of("standard output could not be written: " + FileErrors.reason(why));
    }
}
