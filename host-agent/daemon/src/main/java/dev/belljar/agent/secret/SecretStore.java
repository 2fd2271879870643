package dev.belljar.agent.secret;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.Json;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.policy.Secret;
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
import java.util.Set;
import java.util.regex.Pattern;

/// The secrets of this person in one file that only they can read, each with the host names it may be used for.
///
/// Nothing here gives a secret's text to the API. A file that others may read is not used. Safe for several
/// threads.
public final class SecretStore {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");
    private static final Pattern HOST = Pattern.compile(
            "(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?");
    private static final int LONGEST = 64 << 10;
    private static final int MOST = 500;
    private static final int MOST_BINDINGS = 50;

    private final Path file;
    private final AuditLog audit;
    private final InstantSource clock;

    /// A secret as it is kept.
    private record Kept(String name, String value, long created, List<String> bindings) {
        Secret shown() {
            return new Secret(name, created, bindings);
        }

        // A record says what it has; this one must not.
        @Override
        public String toString() {
            return "secret " + name;
        }
    }

    /// The store in this file, which is made with the first secret.
    public SecretStore(Path file, AuditLog audit, InstantSource clock) {
        this.file = file;
        this.audit = audit;
        this.clock = clock;
    }

    /// All, by name, without their text.
    ///
    /// @throws SecretException `secret.store-unusable`
    public synchronized List<Secret> list() throws SecretException {
        return read().stream()
                .map(Kept::shown)
                .sorted(Comparator.comparing(Secret::name))
                .toList();
    }

    /// Keeps a secret; one of the same name gets the new text and keeps its bindings.
    ///
    /// @throws SecretException when name or text are not what they must be, or the store cannot be written
    public synchronized Secret keep(String name, String value) throws SecretException {
        if (!NAME.matcher(name).matches()) {
            throw new SecretException(
                    SecretException.NAME,
                    "the name of the secret: expected a letter, then letters, digits, _ . or -, 64 at most",
                    "For example NPM_TOKEN.");
        }
        if (value.isEmpty() || value.length() > LONGEST || value.indexOf('\0') >= 0) {
            throw new SecretException(
                    SecretException.VALUE,
                    "secret %s: expected 1 to %d characters and no NUL".formatted(name, LONGEST),
                    null);
        }
        List<Kept> all = read();
        List<String> bindings = all.stream()
                .filter(kept -> kept.name.equals(name))
                .findFirst()
                .map(Kept::bindings)
                .orElse(List.of());
        Kept fresh = new Kept(name, value, clock.millis(), bindings);
        put(all, fresh);
        audit.record("secret", "", name, "", "kept");
        return fresh.shown();
    }

    /// Lets a secret be used for a host name.
    ///
    /// @throws SecretException when there is none of this name, the host is no exact name, or it cannot
    /// be written
    public synchronized Secret bind(String name, String host) throws SecretException {
        String canonical = host.toLowerCase(Locale.ROOT);
        if (!HOST.matcher(canonical).matches()) {
            throw new SecretException(
                    SecretException.HOST,
                    "the host a secret is bound to: expected an exact name such as registry.npmjs.org",
                    "A secret is never bound to addresses or to all names below one.");
        }
        List<Kept> all = read();
        Kept kept = find(all, name);
        List<String> bindings = new ArrayList<>(kept.bindings);
        if (!bindings.contains(canonical)) {
            bindings.add(canonical);
        }
        if (bindings.size() > MOST_BINDINGS) {
            throw new SecretException(
                    SecretException.HOST, "secret %s: expected at most %d hosts".formatted(name, MOST_BINDINGS), null);
        }
        Kept bound = new Kept(name, kept.value, kept.created, List.copyOf(bindings));
        put(all, bound);
        audit.record("secret", "", name, "", "bound to " + canonical);
        return bound.shown();
    }

    /// Forgets a secret.
    ///
    /// @throws SecretException when there is none of this name, or it cannot be written
    public synchronized void remove(String name) throws SecretException {
        List<Kept> all = read();
        Kept kept = find(all, name);
        write(all.stream().filter(each -> !each.equals(kept)).toList());
        audit.record("secret", "", name, "", "removed");
    }

    private static Kept find(List<Kept> all, String name) throws SecretException {
        return all.stream()
                .filter(kept -> kept.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new SecretException(
                        SecretException.NOT_FOUND,
                        "no secret has this name",
                        "`belljar secret list` shows those there are."));
    }

    private void put(List<Kept> all, Kept fresh) throws SecretException {
        List<Kept> next = new ArrayList<>(
                all.stream().filter(kept -> !kept.name.equals(fresh.name)).toList());
        next.add(fresh);
        if (next.size() > MOST) {
            throw new SecretException(SecretException.STORE, "expected at most %d secrets".formatted(MOST), null);
        }
        write(next);
    }

    private List<Kept> read() throws SecretException {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (permissions.stream().anyMatch(each -> !each.name().startsWith("OWNER_"))) {
                throw unusable("others may read or write it", "chmod 600 " + file);
            }
            return Json.readList(Files.readString(file), Kept.class);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw unusable(String.valueOf(e.getMessage()), null);
        } catch (JsonFault e) {
            // The fault's own words may have some of the text.
            throw unusable("is not a store of secrets", null);
        }
    }

    private void write(List<Kept> all) throws SecretException {
        try {
            DurableFile.write(file, Json.line(all) + "\n");
        } catch (IOException e) {
            throw unusable(String.valueOf(e.getMessage()), null);
        }
    }

    private SecretException unusable(String why, @org.jspecify.annotations.Nullable String hint) {
        return new SecretException(SecretException.STORE, file + ": " + why, hint);
    }
}
