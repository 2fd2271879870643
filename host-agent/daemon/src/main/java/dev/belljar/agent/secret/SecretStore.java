package dev.belljar.agent.secret;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.secret.SecretValues.TimedValue;
import dev.belljar.contract.policy.SecretBinding;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.policy.SecretInfo.SecretKind;
import dev.belljar.contract.policy.SecretInfo.SecretUse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The user's secrets in one file that only they can read, each with the host names it may be used for.
///
/// A secret is a value, a command that prints it, or a login that the host agent alone renews. No method for
/// the API returns a secret's value. A file that others may read is refused. Thread-safe.
public final class SecretStore {
    private static final int MOST_BINDINGS = 50;

    private final SecretFile file;
    private final SecretKeyring keyring;
    private final TokenClient tokens;
    private final SecretValues values;
    private final Map<String, String> fetched = new ConcurrentHashMap<>();
    /// Tokens that could not be written: a server may accept a refresh token only once.
    private final Map<String, LoginTokens> unsaved = new ConcurrentHashMap<>();

    private final Map<String, SecretUse> uses = new ConcurrentHashMap<>();
    private final AuditLog audit;
    private final InstantSource clock;
    private volatile List<StoredSecret> bound = List.of();

    /// A secret that can replace its placeholder: its bindings, and its value unless that is not available.
    /// `login` is the server of a login.
    public record Usable(
            String name,
            List<SecretBinding> places,
            @Nullable String value,
            @Nullable LoginServer login) {
        // A record says what it has; this one must not.
        @Override
        public String toString() {
            return "secret " + name;
        }
    }

    /// The store in this file, which is created with the first secret; values are stored in the keyring if it
    /// accepts them.
    public SecretStore(Path file, SecretKeyring keyring, TokenClient tokens, AuditLog audit, InstantSource clock) {
        this.file = new SecretFile(file);
        this.keyring = keyring;
        this.tokens = tokens;
        this.audit = audit;
        this.clock = clock;
        this.values = new SecretValues(clock);
    }

    /// All secrets by name, without their values.
    ///
    /// @throws SecretException `secret.store-unusable`
    public synchronized List<SecretInfo> list() throws SecretException {
        return file.read().stream()
                .map(this::shown)
                .sorted(Comparator.comparing(SecretInfo::name))
                .toList();
    }

    private SecretInfo shown(StoredSecret stored) {
        List<String> hosts =
                stored.all().stream().map(SecretBinding::host).distinct().toList();
        return new SecretInfo(
                stored.name(),
                stored.kind(),
                stored.created(),
                hosts,
                stored.all(),
                stored.where(),
                stored.command(),
                uses.get(stored.name()),
                values.problem(stored.name()));
    }

    /// Stores a secret; an existing one gets the new value and keeps its bindings.
    ///
    /// @throws SecretException when name or value are invalid, or the store cannot be written
    public synchronized SecretInfo keep(String name, String value) throws SecretException, InterruptedException {
        SecretChecks.requireName(name);
        SecretChecks.requireValue(name, value);
        boolean inKeyring = keyring.put(name, value);
        SecretInfo kept = store(name, inKeyring ? null : value, null, null);
        audit.record("secret", "", name, "", inKeyring ? "stored in the keyring" : "stored in a file");
        return kept;
    }

    /// Stores a secret that a command prints. The command is run once before.
    ///
    /// @throws SecretException when the name is invalid, the command fails, or the store cannot be written
    public SecretInfo keepCommand(String name, String command) throws SecretException, InterruptedException {
        SecretChecks.requireName(name);
        SecretChecks.requireCommand(name, command);
        String value = CommandValue.of(name, command);
        synchronized (this) {
            SecretInfo kept = store(name, null, command, null);
            values.put(name, new TimedValue(value, clock.millis() + CommandValue.LASTS));
            audit.record("secret", "", name, "", "printed by a command");
            return kept;
        }
    }

    /// Gets the tokens for this code, and stores them as a secret; its value is the access token.
    ///
    /// @throws SecretException when the name is invalid, the server issues no token, or the store cannot be
    /// written
    public SecretInfo login(String name, LoginServer server, LoginCode code)
            throws SecretException, InterruptedException {
        SecretChecks.requireName(name);
        return keepLogin(name, server, tokens.exchange(server, code));
    }

    private synchronized SecretInfo keepLogin(String name, LoginServer server, LoginTokens login)
            throws SecretException, InterruptedException {
        String json = login.json();
        boolean inKeyring = keyring.put(name, json);
        SecretInfo kept = store(name, inKeyring ? null : json, null, server);
        audit.record("secret", "", name, "", "logged in at " + server.host());
        return kept;
    }

    private SecretInfo store(String name, @Nullable String value, @Nullable String command, @Nullable LoginServer login)
            throws SecretException, InterruptedException {
        List<StoredSecret> all = file.read();
        List<SecretBinding> places = all.stream()
                .filter(stored -> stored.name().equals(name))
                .findFirst()
                .map(StoredSecret::all)
                .orElse(List.of());
        StoredSecret fresh = new StoredSecret(name, value, clock.millis(), null, places, command, login);
        fetched.remove(name);
        unsaved.remove(name);
        file.put(all, fresh);
        values.drop(name);
        refresh();
        return shown(fresh);
    }

    /// Where values are stored, in words.
    public String where() {
        return keyring.sentence();
    }

    /// Binds a secret to a host name: for header fields, or anywhere in a request; in requests of the sandbox
    /// with this id, or of any for null.
    ///
    /// @throws SecretException when there is no secret of this name, the host is not an exact name, or the
    /// store cannot be written
    public synchronized SecretInfo bind(String name, String host, boolean anywhere, @Nullable String sandbox)
            throws SecretException, InterruptedException {
        String canonical = SecretChecks.canonicalHost(host);
        List<StoredSecret> all = file.read();
        StoredSecret stored = SecretFile.find(all, name);
        List<SecretBinding> places = new ArrayList<>(stored.all());
        places.removeIf(place -> place.host().equals(canonical) && Objects.equals(place.sandbox(), sandbox));
        places.add(new SecretBinding(canonical, anywhere, sandbox));
        if (places.size() > MOST_BINDINGS) {
            throw new SecretException(
                    SecretException.HOST, "secret %s: expected at most %d hosts".formatted(name, MOST_BINDINGS), null);
        }
        StoredSecret now = stored.bound(places);
        file.put(all, now);
        refresh();
        String detail = "bound to " + canonical + (anywhere ? ", anywhere in a request" : "");
        audit.record("secret", sandbox == null ? "" : sandbox, name, "", detail);
        return shown(now);
    }

    /// Removes the bindings of a secret in sandboxes that are `gone`, by their ids.
    ///
    /// @throws SecretException when there is no secret of this name, or the store cannot be written
    public synchronized void unbind(String name, Predicate<String> gone) throws SecretException, InterruptedException {
        List<StoredSecret> all = file.read();
        StoredSecret stored = SecretFile.find(all, name);
        List<SecretBinding> left = stored.all().stream()
                .filter(place -> place.sandbox() == null || !gone.test(place.sandbox()))
                .toList();
        if (left.size() < stored.all().size()) {
            file.put(all, stored.bound(left));
            refresh();
        }
    }

    /// The bound secrets, with the values known now. Waits for nothing; a store that cannot be read has none.
    public List<Usable> usable() {
        return bound.stream()
                .map(stored -> new Usable(stored.name(), stored.all(), values.now(stored.name()), stored.login()))
                .toList();
    }

    /// Whether a secret should be renewed before it is used.
    public boolean due(String name) {
        return bound.stream()
                .anyMatch(
                        stored -> stored.name().equals(name) && stored.kind() != SecretKind.VALUE && values.due(name));
    }

    /// Renews a secret on another thread, once at a time for all that ask. The result is complete when the
    /// value can be used or the attempt has failed, and never fails itself.
    public CompletableFuture<@Nullable Void> renew(String name) {
        return values.renew(name, () -> renewNow(name));
    }

    private void renewNow(String name) throws SecretException, InterruptedException {
        StoredSecret stored = current(name);
        String command = stored.command();
        LoginServer login = stored.login();
        if (command != null) {
            String value = CommandValue.of(name, command);
            put(stored, new TimedValue(value, clock.millis() + CommandValue.LASTS));
        } else if (login != null) {
            renewLogin(stored, login);
        }
    }

    private synchronized StoredSecret current(String name) throws SecretException {
        return file.find(name);
    }

    /// Not if the secret was removed or stored again meanwhile.
    private synchronized void put(StoredSecret before, TimedValue value) throws SecretException {
        if (file.find(before.name()).created() == before.created()) {
            values.put(before.name(), value);
        }
    }

    private void renewLogin(StoredSecret stored, LoginServer login) throws SecretException, InterruptedException {
        LoginTokens earlier = unsaved.get(stored.name());
        if (earlier == null) {
            earlier = LoginTokens.read(String.valueOf(text(stored)));
        }
        String refresh = earlier.refresh();
        if (refresh == null) {
            throw new SecretException(
                    SecretException.LOGIN, "the login has expired", "Log in again with `belljar login`.");
        }
        LoginTokens fresh = tokens.refresh(login, refresh).after(earlier);
        synchronized (this) {
            List<StoredSecret> all = file.read();
            StoredSecret now = SecretFile.find(all, stored.name());
            if (now.created() != stored.created()) {
                return;
            }
            unsaved.put(stored.name(), fresh);
            boolean inKeyring = keyring.put(stored.name(), fresh.json());
            values.put(stored.name(), new TimedValue(fresh.access(), fresh.expires()));
            file.put(all, now.with(inKeyring ? null : fresh.json()));
            fetched.put(stored.name(), fresh.json());
            unsaved.remove(stored.name());
        }
    }

    /// Notes the use of a secret by a sandbox, in a request to this host.
    public void used(String name, String sandbox, String host) {
        uses.put(name, new SecretUse(clock.millis(), sandbox, host));
    }

    /// Reads the secrets for `usable` and fetches values from the keyring. To be called when the store is
    /// opened.
    public synchronized void refresh() throws InterruptedException {
        try {
            List<StoredSecret> found = file.read().stream()
                    .filter(stored -> !stored.all().isEmpty())
                    .toList();
            for (StoredSecret stored : found) {
                load(stored);
            }
            bound = found;
            Set<String> names = found.stream().map(StoredSecret::name).collect(Collectors.toSet());
            values.keepOnly(names);
        } catch (SecretException e) {
            bound = List.of();
            values.keepOnly(Set.of());
        }
    }

    private void load(StoredSecret stored) throws InterruptedException {
        if (stored.command() != null || unsaved.containsKey(stored.name())) {
            return;
        }
        String text = text(stored);
        if (text == null) {
            values.drop(stored.name());
        } else if (stored.login() == null) {
            values.put(stored.name(), new TimedValue(text, TimedValue.ALWAYS));
        } else {
            try {
                LoginTokens login = LoginTokens.read(text);
                values.put(stored.name(), new TimedValue(login.access(), login.expires()));
            } catch (SecretException e) {
                values.drop(stored.name());
            }
        }
    }

    private @Nullable String text(StoredSecret stored) throws InterruptedException {
        String inFile = stored.value();
        if (inFile != null) {
            return inFile;
        }
        String known = fetched.get(stored.name());
        String value = known == null ? keyring.get(stored.name()) : known;
        if (value != null) {
            fetched.put(stored.name(), value);
        }
        return value;
    }

    /// Deletes a secret; requests on open connections do not get it any more.
    ///
    /// @throws SecretException when there is no secret of this name, or the store cannot be written
    public synchronized void remove(String name) throws SecretException, InterruptedException {
        List<StoredSecret> all = file.read();
        StoredSecret stored = SecretFile.find(all, name);
        file.write(all.stream().filter(each -> !each.equals(stored)).toList());
        if (stored.value() == null && stored.command() == null) {
            keyring.remove(name);
        }
        fetched.remove(name);
        unsaved.remove(name);
        values.drop(name);
        refresh();
        audit.record("secret", "", name, "", "removed");
    }
}
