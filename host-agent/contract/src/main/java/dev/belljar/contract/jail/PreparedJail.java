package dev.belljar.contract.jail;

import java.util.List;

/// A jail that is ready to be started: the words of the program that starts it, in the terminal of whoever
/// runs them.
public record PreparedJail(String id, List<String> argv) {
    public PreparedJail {
        argv = List.copyOf(argv);
    }
}
