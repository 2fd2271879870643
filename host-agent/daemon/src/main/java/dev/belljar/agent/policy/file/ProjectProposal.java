package dev.belljar.agent.policy.file;

import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The proposal in a project's `.belljar/policy.toml`, which is untrusted text. Links are not followed, and a
/// proposal may contain only rules.
public record ProjectProposal(
        Path file,
        String toml,
        PolicyDocument document,
        @Nullable String problem) {
    /// Reads the proposal of the project in this folder.
    ///
    /// @throws PolicyException `policy.no-proposal` when there is none
    public static ProjectProposal read(Path project) throws PolicyException {
        Path folder = project.resolve(".belljar");
        Path file = folder.resolve("policy.toml");
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new PolicyException(
                    PolicyException.NO_PROPOSAL,
                    file + ": missing or not a regular file: expected a policy that the project proposes",
                    "`belljar policy learn SANDBOX` prints one based on the recorded connections.");
        }
        String toml = "";
        try {
            toml = text(file);
            PolicyDocument document = PolicyToml.read(toml, RuleScope.PROJECT);
            boolean more = document.preset() != null
                    || document.atMost() != null
                    || document.holdSeconds() != null
                    || document.project() != null;
            return new ProjectProposal(
                    file,
                    toml,
                    document,
                    more ? "a project can propose only rules, not other settings such as the network mode" : null);
        } catch (IOException e) {
            return new ProjectProposal(file, toml, PolicyDocument.EMPTY, "cannot be read: " + FileErrors.reason(e));
        } catch (PolicyException e) {
            return new ProjectProposal(file, toml, PolicyDocument.EMPTY, e.getMessage());
        }
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(PolicyToml.MOST_BYTES + 1);
            if (bytes.length > PolicyToml.MOST_BYTES) {
                throw new IOException("too large: expected at most " + PolicyToml.MOST_BYTES + " bytes");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("not valid UTF-8", e);
        }
    }

    /// The proposal as the API shows it, with the rules that the project's policy does not contain.
    public PolicyProposal view(PolicyDocument adopted) {
        List<Rule> fresh = document.rules().stream()
                .filter(rule ->
                        adopted.rules().stream().noneMatch(own -> own.id().equals(rule.id())))
                .toList();
        return new PolicyProposal(file.toString(), toml, PolicyFiles.digest(toml), fresh, problem);
    }
}
