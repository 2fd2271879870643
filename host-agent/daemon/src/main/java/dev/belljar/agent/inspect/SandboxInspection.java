package dev.belljar.agent.inspect;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.inspect.relay.KnownSecret;
import dev.belljar.agent.inspect.relay.SecretInjector;
import dev.belljar.agent.inspect.relay.SecretValue;
import dev.belljar.agent.secret.LoginServer;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.SecretBinding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The TLS inspection of one sandbox: its names, its certificate authority and its placeholders. Safe for
/// several threads.
final class SandboxInspection {
    private static final String FOLDER = "inspection";
    private static final String FILE = "inspection.json";
    private static final int RANDOM = 16;

    private final String id;
    private final String name;
    private final Path sandbox;
    private final Path folder;
    private final SecretStore secrets;
    private final InstantSource clock;
    private volatile InspectionRequest request;
    private @Nullable SandboxAuthority authority;

    private SandboxInspection(
            String id, String name, Path sandbox, SecretStore secrets, InstantSource clock, InspectionRequest request) {
        this.id = id;
        this.name = name;
        this.sandbox = sandbox;
        this.folder = sandbox.resolve(FOLDER);
        this.secrets = secrets;
        this.clock = clock;
        this.request = request;
    }

    /// Opens the inspection of the sandbox with this folder.
    ///
    /// @throws InspectException when its settings cannot be read
    static SandboxInspection open(String id, String name, Path sandbox, SecretStore secrets, InstantSource clock)
            throws InspectException {
        return new SandboxInspection(id, name, sandbox, secrets, clock, read(sandbox));
    }

    /// The settings file in a sandbox's folder as text; null if there is none.
    ///
    /// @throws InspectException when it cannot be read
    static @Nullable String kept(Path sandbox) throws InspectException {
        Path file = sandbox.resolve(FOLDER).resolve(FILE);
        try {
            // Invalid UTF-8 makes the settings just as invalid when they are written back.
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /// Writes settings that `kept` returned into another sandbox's folder.
    ///
    /// @throws InspectException when it cannot be written
    static void keep(Path sandbox, String kept) throws InspectException {
        Path folder = sandbox.resolve(FOLDER);
        try {
            Files.createDirectories(folder);
            DurableFile.write(folder.resolve(FILE), kept);
        } catch (IOException e) {
            throw new InspectException(
                    InspectException.FOLDER, folder + ": cannot be written: " + e.getMessage(), null, e);
        }
    }

    private static InspectionRequest read(Path sandbox) throws InspectException {
        String kept = kept(sandbox);
        try {
            return kept == null ? InspectionRequest.NOTHING : ContractJson.read(kept, InspectionRequest.class);
        } catch (JsonFault e) {
            throw unreadable(sandbox.resolve(FOLDER).resolve(FILE), e);
        }
    }

    private static InspectException unreadable(Path file, Exception cause) {
        return new InspectException(
                InspectException.FOLDER,
                file + ": the names to inspect cannot be read",
                "Delete this file, then set the names again with `belljar inspect`. Secrets then get new placeholders.",
                cause);
    }

    private void keep(InspectionRequest next) throws InspectException {
        keep(sandbox, ContractJson.line(next) + "\n");
        request = next;
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    synchronized void set(boolean on, List<String> names) throws InspectException {
        keep(request.set(on, names));
    }

    synchronized void installed(boolean own, boolean ofHost) throws InspectException {
        if (request.installed() != own || request.authorities() != ofHost) {
            keep(request.installed(own, ofHost));
        }
    }

    /// Whether the guest was made to trust any authority.
    boolean installed() {
        return request.installed() || request.authorities();
    }

    /// Whether anything is inspected.
    boolean active() {
        return !request.names().isEmpty() || !bySecrets().isEmpty();
    }

    /// Whether connections to this host are inspected.
    boolean looks(String host) {
        InspectionRequest now = request;
        return !now.excepts(host) && (now.covers(host) || bySecrets().contains(host));
    }

    private List<String> bySecrets() {
        return List.copyOf(new TreeSet<>(secrets.usable().stream()
                .filter(secret -> secret.places().stream().anyMatch(this::here))
                .flatMap(this::hosts)
                .filter(host -> !request.excepts(host))
                .toList()));
    }

    /// The host names of a secret in this sandbox. Requests for new tokens are answered here, so they are
    /// inspected.
    private Stream<String> hosts(SecretStore.Usable secret) {
        LoginServer login = secret.login();
        Stream<String> bound = secret.places().stream().filter(this::here).map(SecretBinding::host);
        return login == null ? bound : Stream.concat(bound, Stream.of(login.host()));
    }

    private boolean here(SecretBinding place) {
        return place.sandbox() == null || place.sandbox().equals(id);
    }

    synchronized SandboxAuthority authority() throws InspectException {
        if (authority == null) {
            authority = SandboxAuthority.open(folder, "Sandbox %s (%s)".formatted(name, id), clock);
        }
        return authority;
    }

    /// The placeholders of all secrets that this sandbox may use, by the secrets' names; missing ones are made.
    synchronized Map<String, String> placeholders() throws InspectException {
        Map<String, String> mine = new LinkedHashMap<>();
        for (SecretStore.Usable secret : secrets.usable()) {
            if (secret.places().stream().anyMatch(this::here)) {
                if (!request.placeholders().containsKey(secret.name())) {
                    keep(request.with(secret.name(), fresh(secret.name())));
                }
                mine.put(secret.name(), String.valueOf(request.placeholders().get(secret.name())));
            }
        }
        return mine;
    }

    private static String fresh(String secret) {
        byte[] random = new byte[RANDOM];
        new SecureRandom().nextBytes(random);
        return "belljar-secret-%s-%s".formatted(secret, HexFormat.of().formatHex(random));
    }

    /// The secrets of a connection to this host: each for which the guest has a placeholder, with its value if
    /// it may be inserted.
    SecretInjector injector(String host, boolean verified) {
        List<KnownSecret> known = new ArrayList<>();
        for (Map.Entry<String, String> each : request.placeholders().entrySet()) {
            known.add(known(each.getKey(), each.getValue(), host, verified));
        }
        return new SecretInjector(host, known);
    }

    private KnownSecret known(String secret, String placeholder, String host, boolean verified) {
        SecretStore.Usable usable = verified ? usable(secret) : null;
        if (usable == null) {
            return new KnownSecret(secret, placeholder, null, false, null);
        }
        List<SecretBinding> places = places(usable, host);
        LoginServer login = usable.login();
        String renewals = login != null
                        && login.host().equals(host)
                        && !places(usable, null).isEmpty()
                ? login.path()
                : null;
        return new KnownSecret(
                secret,
                placeholder,
                places.isEmpty() ? null : new BoundValue(secret, host),
                places.stream().anyMatch(SecretBinding::anywhere),
                renewals);
    }

    private SecretStore.@Nullable Usable usable(String secret) {
        return secrets.usable().stream()
                .filter(each -> each.name().equals(secret))
                .findFirst()
                .orElse(null);
    }

    /// The bindings in this sandbox, to this host or to any.
    private List<SecretBinding> places(SecretStore.Usable secret, @Nullable String host) {
        return secret.places().stream()
                .filter(place -> here(place) && (host == null || place.host().equals(host)))
                .toList();
    }

    /// Notes that the secret was used in a request to this host.
    void used(String secret, String host) {
        secrets.used(secret, name, host);
    }

    /// The value of a secret while it is bound to this host in this sandbox.
    private final class BoundValue implements SecretValue {
        private final String secret;
        private final String host;

        BoundValue(String secret, String host) {
            this.secret = secret;
            this.host = host;
        }

        @Override
        public @Nullable String now() {
            SecretStore.Usable usable = usable(secret);
            String value = usable == null || places(usable, host).isEmpty() ? null : usable.value();
            return value == null ? null : SecretValue.bytes(value);
        }

        @Override
        public boolean due() {
            return secrets.due(secret);
        }

        @Override
        public void renew(Runnable then) {
            var _ = secrets.renew(secret).thenRun(then);
        }
    }

    synchronized InspectionView view() throws InspectException {
        boolean made = authority != null || Files.exists(folder.resolve("authority.pem"));
        return new InspectionView(
                request.names(),
                request.except(),
                bySecrets(),
                made || active() ? authority().pem() : null,
                request.installed());
    }
}
