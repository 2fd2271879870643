package dev.belljar.agent.sandbox;

import dev.belljar.agent.host.DurableFile;
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

/// The tokens of one sandbox's session, which the next host agent needs too; in its own folder, readable by its owner
/// alone. A sandbox without them has had none made for itself, whatever the machine it was copied from had.
record SavedSession(Path file) {
    private static final Logger LOG = LoggerFactory.getLogger(SavedSession.class);

    /// What is kept: what logs in at the machine's Zellij, and what logs in there to look only.
    record Tokens(String token, String watch) {}

    static SavedSession of(SandboxRuntime sandbox) {
        return new SavedSession(sandbox.rooms().folders().sandbox(sandbox.id()).resolve("session.json"));
    }

    Optional<Tokens> tokens() {
        try {
            return Optional.of(ContractJson.readStrict(Files.readString(file), Tokens.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JsonFault e) {
            LOG.warn("{}: made again: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    /// What tells these tokens from others and opens nothing: the beginning of a digest of the one to type with.
    Optional<String> fingerprint() {
        return tokens().map(kept -> SelfReport.shortened(HexFormat.of().formatHex(StartWorkflow.hash(kept.token()))));
    }

    /// Keeps what was made; a disk that is full costs no more than new tokens at the next start of the host agent.
    void keep(Begun begun) {
        if (begun.token() == null || begun.watch() == null) {
            return;
        }
        try {
            DurableFile.write(file, ContractJson.line(new Tokens(begun.token(), begun.watch())));
        } catch (IOException e) {
            LOG.warn("{}: not kept: {}", file, e.getMessage());
        }
    }
}
