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

/// What is kept on the host of one sandbox's ssh keys, in its own folder: Belljar's pair (`id_ed25519`, mode 0600), the
/// keys of persons (`keys.json`), and the key by which the machine is known (`host.pub`).
///
/// A branch has a folder of its own and inherits nothing: whom one machine lets in, another does not.
public record KeyFolder(Path folder) {
    private static final String COMMENT = "belljar";

    /// A person's key and when it was added, in milliseconds since the epoch.
    public record Kept(String key, long added) {}

    /// That of a sandbox with this folder.
    public static KeyFolder in(Path sandbox) {
        return new KeyFolder(sandbox.resolve("ssh"));
    }

    /// The file with the private half of Belljar's key.
    public Path identity() {
        return folder.resolve("id_ed25519");
    }

    /// The public half of Belljar's key, which is made if there is none.
    ///
    /// @throws SshException when it cannot be kept
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
            // The private half last: whoever sees it finds the other.
            DurableFile.write(open, fresh.publicHalf().line() + "\n");
            DurableFile.write(identity(), fresh.privateHalf());
            return fresh.publicHalf();
        } catch (IOException e) {
            throw SshException.unkept(folder.toString(), e);
        }
    }

    /// The keys of persons, in the order they were added.
    ///
    /// @throws SshException when they cannot be read
    public List<Kept> persons() throws SshException {
        Path file = folder.resolve("keys.json");
        try {
            return Files.exists(file) ? ContractJson.readList(Files.readString(file), Kept.class) : List.of();
        } catch (IOException | JsonFault e) {
            throw SshException.unkept(file.toString(), e);
        }
    }

    /// Puts these in the place of the keys of persons.
    ///
    /// @throws SshException when they cannot be kept
    public void keep(List<Kept> keys) throws SshException {
        write("keys.json", ContractJson.pretty(keys) + "\n");
    }

    /// The key by which the machine is known, once it was seen.
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

    /// From now on the machine is known by this key.
    ///
    /// @throws SshException when that cannot be kept
    public void known(PublicKey host) throws SshException {
        write("host.pub", host.bare().line() + "\n");
    }

    /// Deletes Belljar's own key: nobody enters by it any more.
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
