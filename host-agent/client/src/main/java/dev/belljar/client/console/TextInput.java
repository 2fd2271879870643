package dev.belljar.client.console;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Reads text of limited length from a file or from standard input.
public final class TextInput {
    private static final int MOST = 512 << 10;

    private TextInput() {}

    /// Reads a file, or standard input for `-`.
    ///
    /// @throws IOException naming the file when it cannot be read or is too long
    public static String read(String file) throws IOException {
        if (file.equals("-")) {
            return all(System.in, "standard input");
        }
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return all(in, file);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            // A folder can be opened, but the error of reading it does not name it.
            throw e.getMessage() == null || e.getMessage().startsWith(file)
                    ? e
                    : new FileSystemException(file, null, e.getMessage());
        }
    }

    public static String all(InputStream in, String what) throws IOException {
        byte[] bytes = in.readNBytes(MOST + 1);
        if (bytes.length > MOST) {
            throw new IOException(what + ": too large; expected at most " + (MOST >> 10) + " KiB");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// A secret: the text typed at a prompt that hides it, or standard input without its last line end if that is no
    /// terminal.
    public static String secret(String prompt) throws IOException {
        Console console = System.console();
        if (console != null && console.isTerminal()) {
            char[] typed = console.readPassword("%s", prompt);
            String text = typed == null ? "" : new String(typed);
            if (typed != null) {
                Arrays.fill(typed, ' ');
            }
            return text;
        }
        String text = all(System.in, "standard input");
        // A line end, which `echo` and editors append, is not part of the secret.
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
}
