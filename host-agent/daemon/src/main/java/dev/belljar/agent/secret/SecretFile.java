package dev.belljar.agent.secret;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The file of all secrets. One that other users may read is refused. Not safe for several threads.
record SecretFile(Path path) {
    private static final int MOST = 500;

    /// @throws SecretException `secret.store-unusable`
    List<StoredSecret> read() throws SecretException {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
            if (permissions.stream().anyMatch(each -> !each.name().startsWith("OWNER_"))) {
                throw unusable("other users can read or write this file", "Run `chmod 600 " + path + "`.");
            }
            return ContractJson.readList(Files.readString(path), StoredSecret.class);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw unusable(String.valueOf(e.getMessage()), null);
        } catch (JsonFault e) {
            // The parser's message may contain a part of a value.
            throw unusable("is not a valid secrets file", null);
        }
    }

    /// The secret with this name.
    ///
    /// @throws SecretException `secret.not-found`
    StoredSecret find(String name) throws SecretException {
        return find(read(), name);
    }

    static StoredSecret find(List<StoredSecret> all, String name) throws SecretException {
        return all.stream()
                .filter(stored -> stored.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new SecretException(
                        SecretException.NOT_FOUND,
                        "no secret has this name",
                        "`belljar secret list` shows all secrets."));
    }

    /// Writes `fresh` in place of the secret of its name.
    void put(List<StoredSecret> all, StoredSecret fresh) throws SecretException {
        List<StoredSecret> next = new ArrayList<>(all.stream()
                .filter(stored -> !stored.name().equals(fresh.name()))
                .toList());
        next.add(fresh);
        if (next.size() > MOST) {
            throw new SecretException(
                    SecretException.STORE, "too many secrets: expected at most %d".formatted(MOST), null);
        }
        write(next);
    }

    void write(List<StoredSecret> all) throws SecretException {
        try {
            DurableFile.write(path, ContractJson.line(all) + "\n");
        } catch (IOException e) {
            throw unusable(String.valueOf(e.getMessage()), null);
        }
    }

    private SecretException unusable(String why, @Nullable String hint) {
        return new SecretException(SecretException.STORE, path + ": " + why, hint);
    }
}
