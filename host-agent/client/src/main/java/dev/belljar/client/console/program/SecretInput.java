package dev.belljar.client.console.program;

import dev.belljar.client.console.TextInput;
import java.io.Console;
import java.io.IOException;
import java.util.Arrays;

/// Reads a secret from the user.
public final class SecretInput {
    private SecretInput() {}

    /// The text typed at a prompt that hides it, or standard input without its last line end if that is no
    /// terminal.
    public static String read(String prompt) throws IOException {
        Console console = System.console();
        if (console != null && console.isTerminal()) {
            char[] typed = console.readPassword("%s", prompt);
            String text = typed == null ? "" : new String(typed);
            if (typed != null) {
                Arrays.fill(typed, ' ');
            }
            return text;
        }
        String text = TextInput.all(System.in, "standard input");
        // A line end, which `echo` and editors append, is not part of the secret.
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
}
