package dev.belljar.client.command.sandbox;

import java.util.concurrent.LinkedBlockingQueue;

/// A program that prints the signals it receives, and ends after the fifth.
public final class SignalProgram {
    private SignalProgram() {}

    /// Prints one line per signal.
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Integer> handed = new LinkedBlockingQueue<>();
        ProcessSignals.follow(handed::add);
        System.out.println("ready");
        for (int i = 0; i < 5; i++) {
            System.out.println(handed.take());
        }
    }
}
