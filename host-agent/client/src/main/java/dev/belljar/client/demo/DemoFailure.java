package dev.belljar.client.demo;

/// Thrown when the evidence of a step was not observed; the message says what was observed instead.
final class DemoFailure extends Exception {
    private static final long serialVersionUID = 1L;

    DemoFailure(String message) {
        super(message);
    }
}
