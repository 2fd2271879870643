package dev.belljar.agent.environment;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentImage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a file of a project proposes. `file` is null if there is none; `ignored` is what Belljar does not take
/// over; `problem` says why the file cannot be used; `agent` is the coding agent that it prefers, null if it names
/// none.
record ProposedEnvironment(
        @Nullable String file,
        String text,
        Environment environment,
        List<String> ignored,
        @Nullable String problem,
        @Nullable String agent) {
    static final ProposedEnvironment NOTHING = new ProposedEnvironment(null, "", Environment.EMPTY, List.of(), null);

    ProposedEnvironment {
        ignored = List.copyOf(ignored);
    }

    ProposedEnvironment(
            @Nullable String file,
            String text,
            Environment environment,
            List<String> ignored,
            @Nullable String problem) {
        this(file, text, environment, ignored, problem, null);
    }

    /// The proposal with what these coding agents need. An agent that is not known is noted as ignored.
    ProposedEnvironment with(List<AgentProfile> agents, List<String> unknown) {
        Environment all = environment;
        for (AgentProfile each : agents) {
            all = AgentMerge.of(all, each);
        }
        List<String> notes = new ArrayList<>(ignored);
        unknown.forEach(name -> notes.add("agent %s: this computer has no such profile".formatted(name)));
        return new ProposedEnvironment(file, text, all, notes, problem, agent);
    }

    static ProposedEnvironment invalid(String file, String text, String problem) {
        return new ProposedEnvironment(file, text, Environment.EMPTY, List.of(), problem);
    }

    /// Identifies the file and its content, the content of the image that it names, and what the coding agents need.
    String digest() {
        EnvironmentImage image = environment.image();
        // Under the name of an image, something else can be imported.
        String content = (file == null ? "" : file) + "\0" + text + (image == null ? "" : "\0" + image.digest());
        return hash(environment.agents().isEmpty() ? content : content + "\0" + ContractJson.line(environment));
    }

    static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
