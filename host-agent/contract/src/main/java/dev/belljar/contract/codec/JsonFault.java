package dev.belljar.contract.codec;

import org.jspecify.annotations.Nullable;

/// Says that a text is not the expected JSON; the message names the type, the error and its position.
public final class JsonFault extends Exception {
    private static final long serialVersionUID = 1L;

    JsonFault(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
