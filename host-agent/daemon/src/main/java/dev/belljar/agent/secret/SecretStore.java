package dev.belljar.agent.secret;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.policy.SecretBinding;
import dev.belljar.contract.policy.SecretInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The user's secrets in one file that only they can read, each with the host names it may be used for.
///
/// No method for the API returns a secret's value. A file that others may read is refused. Thread-safe.
public final class SecretStore {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");
    private static final Pattern HOST = Pattern.compile(
            "(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?");
    private static final int LONGEST = 64 << 10;
    private static final int MOST = 500;
    private static final int MOST_BINDINGS = 50;

    private final Path file;
    private final SecretKeyring keyring;
    private final Map<String, String> fetched = new ConcurrentHashMap<>();
    private final AuditLog audit;
    private volatile @Nullable List<Usable> usable;
    private final InstantSource clock;

    /// A secret as it is stored; without a value if the keyring has it. `bindings` is the format of earlier
    /// versions.
    private record StoredSecret(
            String name,
            @Nullable String value,
            long created,
            @Nullable List<String> bindings,
            @Nullable List<SecretBinding> places) {
        List<SecretBinding> all() {
            if (places != null) {
                return places;
            }
            return bindings == null
                    ? List.of()
                    : bindings.stream()
                            .map(host -> new SecretBinding(host, false, null))
                            .toList();
        }

        SecretInfo shown() {
            List<String> hosts =
                    all().stream().map(SecretBinding::host).distinct().toList();
            return new SecretInfo(name, created, hosts, all(), value == null ? "keyring" : "file");
        }

        StoredSecret with(@Nullable String other, List<SecretBinding> bound) {
            return new StoredSecret(name, other, created, null, bound);
        }

        // A record says what it has; this one must not.
        @Override
        public String toString() {
            return "secret " + name;
        }
    }

    /// A secret that can replace its placeholder: its bindings, and its value unless that is not available.
    public record Usable(
            String name,
            List<SecretBinding> places,
            @Nullable String value) {
        // A record says what it has; this one must not.
        @Override
        public String toString() {
            return "secret " + name;
        }
    }

    /// The store in this file, which is created with the first secret; values are stored in the keyring if it
    /// accepts them.
    public SecretStore(Path file, SecretKeyring keyring, AuditLog audit, InstantSource clock) {
        this.file = file;
        this.keyring = keyring;
        this.audit = audit;
        this.clock = clock;
    }

    /// All secrets by name, without their values.
    ///
    /// @throws SecretException `secret.store-unusable`
    public synchronized List<SecretInfo> list() throws SecretException {
        return read().stream()
                .map(StoredSecret::shown)
                .sorted(Comparator.comparing(SecretInfo::name))
                .toList();
    }

    /// Stores a secret; an existing one gets the new value and keeps its bindings.
    ///
    /// @throws SecretException when name or value are invalid, or the store cannot be written
    public synchronized SecretInfo keep(String name, String value) throws SecretException, InterruptedException {
        if (!NAME.matcher(name).matches()) {
            throw new SecretException(
                    SecretException.NAME,
                    "name of the secret: expected a letter, then letters, digits, '_', '.' or '-', at most "
                            + "64 characters",
                    "For example NPM_TOKEN.");
        }
        if (value.isEmpty() || value.length() > LONGEST || value.indexOf('\0') >= 0) {
            throw new SecretException(
                    SecretException.VALUE,
                    "value of secret %s: expected 1 to %d characters, without NUL".formatted(name, LONGEST),
                    null);
        }
        List<StoredSecret> all = read();
        List<SecretBinding> places = all.stream()
                .filter(stored -> stored.name.equals(name))
                .findFirst()
                .map(StoredSecret::all)
                .orElse(List.of());
        boolean inKeyring = keyring.put(name, value);
        fetched.remove(name);
        StoredSecret fresh = new StoredSecret(name, inKeyring ? null : value, clock.millis(), null, places);
        put(all, fresh);
        refresh();
        audit.record("secret", "", name, "", inKeyring ? "stored in the keyring" : "stored in a file");
        return fresh.shown();
    }

    /// Where values are stored, in words.
    public String where() {
        return keyring.sentence();
    }

    /// Binds a secret to a host name: for header fields, or anywhere in a request; in requests of the sandbox
    /// with this id, or of any for null.
    ///
    /// @throws SecretException when there is no secret of this name, the host is not an exact name, or the store
    /// cannot be written
    public synchronized SecretInfo bind(String name, String host, boolean anywhere, @Nullable String sandbox)
            throws SecretException, InterruptedException {
        String canonical = host.toLowerCase(Locale.ROOT);
        if (!HOST.matcher(canonical).matches() || canonical.equals("localhost")) {
            throw new SecretException(
                    SecretException.HOST,
                    "host name of the secret: expected an exact name such as registry.npmjs.org",
                    "A secret cannot be bound to an address, to localhost or to a pattern such as *.example.org.");
        }
        List<StoredSecret> all = read();
        StoredSecret stored = find(all, name);
        List<SecretBinding> places = new ArrayList<>(stored.all());
        places.removeIf(place -> place.host().equals(canonical) && java.util.Objects.equals(place.sandbox(), sandbox));
        places.add(new SecretBinding(canonical, anywhere, sandbox));
        if (places.size() > MOST_BINDINGS) {
            throw new SecretException(
                    SecretException.HOST, "secret %s: expected at most %d hosts".formatted(name, MOST_BINDINGS), null);
        }
        StoredSecret bound = stored.with(stored.value, List.copyOf(places));
        put(all, bound);
        refresh();
        String detail = "bound to " + canonical + (anywhere ? ", anywhere in a request" : "");
        audit.record("secret", sandbox == null ? "" : sandbox, name, "", detail);
        return bound.shown();
    }

    /// Removes the bindings of a secret in sandboxes that are `gone`, by their ids.
    ///
    /// @throws SecretException when there is no secret of this name, or the store cannot be written
    public synchronized void unbind(String name, Predicate<String> gone) throws SecretException, InterruptedException {
        List<StoredSecret> all = read();
        StoredSecret stored = find(all, name);
        List<SecretBinding> left = stored.all().stream()
                .filter(place -> place.sandbox() == null || !gone.test(place.sandbox()))
                .toList();
        if (left.size() < stored.all().size()) {
            put(all, stored.with(stored.value, left));
            refresh();
        }
    }

    /// The bound secrets, with the values fetched so far. Does not wait for the keyring; a store that cannot be
    /// read has none.
    public List<Usable> usable() {
        List<Usable> known = usable;
        return known == null ? List.of() : known;
    }

    /// Reads the secrets for `usable` and fetches values from the keyring. To be called when the store is
    /// opened.
    public synchronized void refresh() throws InterruptedException {
        try {
            List<Usable> found = new ArrayList<>();
            for (StoredSecret stored : read()) {
                if (!stored.all().isEmpty()) {
                    found.add(new Usable(
                            stored.name, stored.all(), stored.value == null ? fetch(stored.name) : stored.value));
                }
            }
            usable = List.copyOf(found);
        } catch (SecretException e) {
            usable = List.of();
        }
    }

    private @Nullable String fetch(String name) throws InterruptedException {
        String known = fetched.get(name);
        String value = known == null ? keyring.get(name) : known;
        if (value != null) {
            fetched.put(name, value);
        }
        return value;
    }

    /// Deletes a secret.
    ///
    /// @throws SecretException when there is no secret of this name, or the store cannot be written
    public synchronized void remove(String name) throws SecretException, InterruptedException {
        List<StoredSecret> all = read();
        StoredSecret stored = find(all, name);
        write(all.stream().filter(each -> !each.equals(stored)).toList());
        if (stored.value == null) {
            keyring.remove(name);
        }
        fetched.remove(name);
        refresh();
        audit.record("secret", "", name, "", "removed");
    }

    private static StoredSecret find(List<StoredSecret> all, String name) throws SecretException {
        return all.stream()
                .filter(stored -> stored.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new SecretException(
                        SecretException.NOT_FOUND,
                        "no secret has this name",
                        "`belljar secret list` shows all secrets."));
    }

    private void put(List<StoredSecret> all, StoredSecret fresh) throws SecretException {
        List<StoredSecret> next = new ArrayList<>(
                all.stream().filter(stored -> !stored.name.equals(fresh.name)).toList());
        next.add(fresh);
        if (next.size() > MOST) {
            throw new SecretException(
                    SecretException.STORE, "too many secrets: expected at most %d".formatted(MOST), null);
        }
        write(next);
    }

    private List<StoredSecret> read() throws SecretException {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (permissions.stream().anyMatch(each -> !each.name().startsWith("OWNER_"))) {
                throw unusable("other users can read or write this file", "Run `chmod 600 " + file + "`.");
            }
            return ContractJson.readList(Files.readString(file), StoredSecret.class);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw unusable(String.valueOf(e.getMessage()), null);
        } catch (JsonFault e) {
            // The parser's message may contain a part of a value.
            throw unusable("is not a valid secrets file", null);
        }
    }

    private void write(List<StoredSecret> all) throws SecretException {
        try {
            DurableFile.write(file, ContractJson.line(all) + "\n");
        } catch (IOException e) {
            throw unusable(String.valueOf(e.getMessage()), null);
        }
    }

    private SecretException unusable(String why, @Nullable String hint) {
        return new SecretException(SecretException.STORE, file + ": " + why, hint);
    }
}
