package dev.belljar.contract.codec;

import org.jspecify.annotations.Nullable;

/// Text that is not the JSON it should be; the message names the type, the fault and its place.
public final class JsonFault extends Exception {
    private static final long serialVersionUID = 1L;

    JsonFault(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
