package dev.belljar.client.transfer;

import java.io.IOException;

/// Says that a file appeared during a copy that must not replace it.
public final class FileAppearedFault extends IOException {
    private static final long serialVersionUID = 1L;

    FileAppearedFault(String message, Throwable cause) {
        super(message, cause);
    }
}
