package dev.belljar.client.transfer;

import java.io.IOException;

/// Says why an archive from a guest is refused.
public final class TarFault extends IOException {
    private static final long serialVersionUID = 1L;

    TarFault(String message) {
        super(message);
    }
}
