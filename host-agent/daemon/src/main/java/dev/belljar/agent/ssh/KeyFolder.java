package dev.belljar.agent.ssh;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/// The ssh keys of one sandbox, stored in its folder on the host: Belljar's key pair (`id_ed25519`, mode 0600),
/// the users' keys (`keys.json`), and the machine's host key (`host.pub`).
///
/// A branch has its own folder and inherits no keys: access to one machine does not give access to another.
public record KeyFolder(Path folder) {
    private static final String COMMENT = "belljar";

    /// A user's key and when it was added, in milliseconds since the epoch.
    public record StoredKey(String key, long added) {}

    /// The key folder of the sandbox with this folder.
    public static KeyFolder in(Path sandbox) {
        return new KeyFolder(sandbox.resolve("ssh"));
    }

    /// The file with Belljar's private key.
    public Path identity() {
        return folder.resolve("id_ed25519");
    }

    /// Belljar's public key; the pair is created if there is none.
    ///
    /// @throws SshException when it cannot be stored
    public PublicKey pair() throws SshException {
        Path open = folder.resolve("id_ed25519.pub");
        try {
            Optional<PublicKey> there = Files.exists(identity()) ? read(open) : Optional.empty();
            if (there.isPresent()) {
                return there.get();
            }
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            NewSshKey fresh = NewSshKey.make(COMMENT);
            // The private key is written last, so that the public one exists whenever it does.
            DurableFile.write(open, fresh.publicHalf().line() + "\n");
            DurableFile.write(identity(), fresh.privateHalf());
            return fresh.publicHalf();
        } catch (IOException e) {
            throw SshException.unkept(folder.toString(), e);
        }
    }

    /// The users' keys, in the order they were added.
    ///
    /// @throws SshException when they cannot be read
    public List<StoredKey> persons() throws SshException {
        Path file = folder.resolve("keys.json");
        try {
            return Files.exists(file) ? ContractJson.readList(Files.readString(file), StoredKey.class) : List.of();
        } catch (IOException | JsonFault e) {
            throw SshException.unkept(file.toString(), e);
        }
    }

    /// Replaces the users' keys.
    ///
    /// @throws SshException when they cannot be stored
    public void keep(List<StoredKey> keys) throws SshException {
        write("keys.json", ContractJson.pretty(keys) + "\n");
    }

    /// The machine's host key, once it was seen.
    public Optional<PublicKey> host() {
        return read(folder.resolve("host.pub"));
    }

    private static Optional<PublicKey> read(Path file) {
        try {
            return Optional.of(PublicKey.of(Files.readString(file, StandardCharsets.US_ASCII)));
        } catch (IOException | SshException e) {
            return Optional.empty();
        }
    }

    /// Stores the machine's host key.
    ///
    /// @throws SshException when that cannot be stored
    public void known(PublicKey host) throws SshException {
        write("host.pub", host.bare().line() + "\n");
    }

    /// Deletes Belljar's own key, which then gives no access any more.
    public void forget() throws IOException {
        Files.deleteIfExists(identity());
        Files.deleteIfExists(folder.resolve("id_ed25519.pub"));
    }

    private void write(String name, String text) throws SshException {
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            DurableFile.write(folder.resolve(name), text);
        } catch (IOException e) {
            throw SshException.unkept(folder.toString(), e);
        }
    }
}
