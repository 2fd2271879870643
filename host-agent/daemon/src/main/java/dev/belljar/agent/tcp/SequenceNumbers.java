package dev.belljar.agent.tcp;

/// Compares sequence numbers, which wrap around at 2^32.
final class SequenceNumbers {
    private SequenceNumbers() {}

    static boolean before(int a, int b) {
        return a - b < 0;
    }

    static boolean atMost(int a, int b) {
        return a - b <= 0;
    }
}
