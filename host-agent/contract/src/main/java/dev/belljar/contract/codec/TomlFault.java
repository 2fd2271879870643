package dev.belljar.contract.codec;

import org.jspecify.annotations.Nullable;

/// Reports that a text is not valid TOML; the message names the line.
public final class TomlFault extends Exception {
    private static final long serialVersionUID = 1L;

    TomlFault(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
