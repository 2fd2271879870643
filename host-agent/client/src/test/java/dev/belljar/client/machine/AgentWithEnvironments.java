package dev.belljar.client.machine;

import dev.belljar.agent.HostAgent;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A host agent for which every environment in a folder was accepted: `NAME.json` is that of the project folder
/// with this name.
public final class AgentWithEnvironments {
    /// The variable with the folder.
    static final String FOLDER = "BELLJAR_TEST_ENVIRONMENTS";

    private AgentWithEnvironments() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(System.getenv(FOLDER));
        HostAgent agent = HostAgent.start(System.getenv(), project -> accepted(folder, project));
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(agent::close));
        Thread.currentThread().join();
    }

    private static Optional<AcceptedEnvironment> accepted(Path folder, Path project) {
        Path file = folder.resolve(project.getFileName() + ".json");
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            String text = Files.readString(file);
            return Optional.of(new AcceptedEnvironment(
                    project.toString(),
                    null,
                    Integer.toHexString(text.hashCode()),
                    1,
                    ContractJson.read(text, Environment.class),
                    List.of(),
                    List.of()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonFault e) {
            throw new IllegalStateException(e);
        }
    }
}
