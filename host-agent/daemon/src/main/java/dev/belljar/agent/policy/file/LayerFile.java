package dev.belljar.agent.policy.file;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.policy.rule.CompiledRule;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.contract.policy.PolicyLayer;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The file of one policy layer, read again when it changes. A missing file sets nothing; a file that cannot be
/// read, or that other users may write, makes the policy refuse everything and gives the reason.
public final class LayerFile {
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path file;
    private final RuleScope scope;
    private List<Object> stamp = List.of();
    private long looked;
    private Content content = new Content(PolicyDocument.EMPTY, List.of(), null);

    /// The content of the file: the document, its compiled rules, and what is wrong with the file.
    public record Content(
            PolicyDocument document,
            List<CompiledRule> rules,
            @Nullable String problem) {
        /// The content of a file with this document.
        ///
        /// @throws PolicyException when one of its rules cannot be compiled
        public static Content of(PolicyDocument document) throws PolicyException {
            List<CompiledRule> compiled = new ArrayList<>();
            for (Rule rule : document.rules()) {
                compiled.add(CompiledRule.of(rule));
            }
            return new Content(document, List.copyOf(compiled), null);
        }
    }

    public LayerFile(Path file, RuleScope scope) {
        this.file = file;
        this.scope = scope;
    }

    /// The content, at most a second old.
    public synchronized Content content() {
        long now = System.nanoTime();
        return stamp.isEmpty() || now - looked > FRESH_NANOS ? newest() : content;
    }

    private synchronized Content newest() {
        look();
        looked = System.nanoTime();
        return content;
    }

    /// The layer as the API shows it: as the file is now, because the user may have just changed it.
    PolicyLayer view() {
        Content now = newest();
        PolicyDocument document = now.document();
        return new PolicyLayer(
                scope,
                file.toString(),
                document.preset(),
                document.atMost(),
                document.holdSeconds(),
                document.rules(),
                now.problem());
    }

    /// The present document, read to be changed.
    ///
    /// @throws PolicyException `policy.file-invalid` when it cannot be read; such a file is not overwritten
    public synchronized PolicyDocument current() throws PolicyException {
        stamp = List.of();
        Content now = content();
        if (now.problem() != null) {
            throw new PolicyException(
                    PolicyException.FILE,
                    now.problem(),
                    "Correct the file, or replace it with `belljar policy import`.");
        }
        return now.document();
    }

    /// Replaces the file by this policy.
    ///
    /// @throws PolicyException `policy.unwritable`
    public synchronized void write(PolicyDocument document) throws PolicyException {
        Path folder = file.toAbsolutePath().getParent();
        try {
            if (folder != null) {
                Files.createDirectories(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            DurableFile.write(file, PolicyToml.write(document));
        } catch (IOException e) {
            throw new PolicyException(
                    PolicyException.UNWRITABLE,
                    file + ": could not be written: " + FileErrors.reason(e),
                    "Check the free space and the owner of the folder.",
                    e);
        }
        stamp = List.of();
    }

    /// Deletes the file.
    ///
    /// @throws PolicyException `policy.unwritable`
    public synchronized void delete() throws PolicyException {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new PolicyException(
                    PolicyException.UNWRITABLE, file + ": could not be removed: " + FileErrors.reason(e), null, e);
        }
        stamp = List.of();
    }

    private void look() {
        try {
            PosixFileAttributes now = Files.readAttributes(file, PosixFileAttributes.class);
            List<Object> seen =
                    List.of(now.lastModifiedTime(), now.size(), String.valueOf(now.fileKey()), now.permissions());
            if (!seen.equals(stamp)) {
                stamp = seen;
                content = read(now);
            }
        } catch (NoSuchFileException e) {
            stamp = List.of("none");
            content = new Content(PolicyDocument.EMPTY, List.of(), null);
        } catch (IOException e) {
            stamp = List.of();
            content = bad("cannot be read: " + FileErrors.reason(e));
        }
    }

    private Content read(PosixFileAttributes attributes) throws IOException {
        if (attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
            return bad("every user can write to it: expected a file that only its owner can write to (chmod 600)");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(PolicyToml.MOST_BYTES + 1);
        }
        try {
            if (bytes.length > PolicyToml.MOST_BYTES) {
                return bad("too large: expected at most " + PolicyToml.MOST_BYTES + " bytes");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return Content.of(PolicyToml.read(text, scope));
        } catch (CharacterCodingException e) {
            return bad("not valid UTF-8");
        } catch (PolicyException e) {
            return bad(String.valueOf(e.getMessage()));
        }
    }

    private Content bad(String why) {
        return new Content(PolicyDocument.EMPTY, List.of(), file + ": " + why);
    }
}
