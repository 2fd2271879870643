package dev.belljar.agent.access;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.session.GuestSession.Begun;
import dev.belljar.agent.snapshot.SelfReport;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The tokens of one sandbox's session, stored in its folder for the next host agent, readable by its owner
/// only. A sandbox without this file has no tokens of its own, whatever tokens its original had.
public record SavedSession(Path file) {
    private static final Logger LOG = LoggerFactory.getLogger(SavedSession.class);

    /// The tokens for the machine's Zellij: one with full access and one that is read-only.
    record Tokens(String token, String watch) {}

    public static SavedSession of(SandboxRuntime sandbox) {
        return new SavedSession(sandbox.folder().resolve("session.json"));
    }

    Optional<Tokens> tokens() {
        try {
            return Optional.of(ContractJson.readStrict(Files.readString(file), Tokens.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JsonFault e) {
            LOG.warn("{}: the session's tokens cannot be read, so new ones are created: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    /// A fingerprint that identifies the tokens without granting access: the beginning of a digest of the
    /// full-access token.
    public Optional<String> fingerprint() {
        return tokens().map(kept -> SelfReport.shortened(HexFormat.of().formatHex(MachineIdentity.hash(kept.token()))));
    }

    /// Stores new tokens; if the disk is full, the next host agent only has to create new ones.
    void keep(Begun begun) {
        if (begun.token() == null || begun.watch() == null) {
            return;
        }
        try {
            DurableFile.write(file, ContractJson.line(new Tokens(begun.token(), begun.watch())));
        } catch (IOException e) {
            LOG.warn("{}: the session's tokens could not be saved: {}", file, e.getMessage());
        }
    }
}
