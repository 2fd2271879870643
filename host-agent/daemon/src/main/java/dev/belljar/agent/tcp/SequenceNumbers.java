package dev.belljar.agent.tcp;

/// Order among sequence numbers, which go round after 2^32.
final class SequenceNumbers {
    private SequenceNumbers() {}

    static boolean before(int a, int b) {
        return a - b < 0;
    }

    static boolean atMost(int a, int b) {
        return a - b <= 0;
    }
}
