package dev.belljar.agent.environment;

import dev.belljar.agent.environment.EnvironmentStore.EnvironmentDecision;
import java.nio.file.Path;

/// A program that writes decisions about a project until it is killed. Its arguments are the folder of the
/// decisions and the project.
final class DecisionProgram {
    private DecisionProgram() {}

    public static void main(String[] args) throws Exception {
        EnvironmentStore store = new EnvironmentStore(Path.of(args[0]));
        for (int i = 0; ; i++) {
            String digest = (i % 2 == 0 ? "a" : "b").repeat(100_000);
            store.write(Path.of(args[1]), new EnvironmentDecision(args[1], null, digest));
            System.out.println("written " + i);
        }
    }
}
