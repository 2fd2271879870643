package dev.belljar.client.transfer;

import java.io.IOException;

/// Says that files have more bytes than the user allows.
public final class SizeLimitFault extends IOException {
    private static final long serialVersionUID = 1L;

    SizeLimitFault(String message) {
        super(message);
    }
}
