package dev.belljar.app;

/// An argument of the window's command line that was not understood; the message tells the user what was expected.
final class InvalidOptionException extends Exception {
    private static final long serialVersionUID = 1;

    InvalidOptionException(String message) {
        super(message);
    }
}
