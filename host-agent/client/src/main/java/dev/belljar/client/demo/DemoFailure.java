package dev.belljar.client.demo;

/// A step whose evidence was not observed; the message says what was seen instead.
final class DemoFailure extends Exception {
    private static final long serialVersionUID = 1L;

    DemoFailure(String message) {
        super(message);
    }
}
