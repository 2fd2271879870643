package dev.belljar.app.recorded.sample;

import dev.belljar.contract.request.network.ChooseAuthorities;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.AuthorityList;
import dev.belljar.contract.view.network.HostAuthority;
import dev.belljar.contract.view.network.UnusableFile;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The certificate authorities of the recorded host; what was chosen last is shown.
public final class SampleAuthorities {
    private static final String NETWORK = "4f2a91c0".repeat(8);
    private static final String OLD = "b7730e5d".repeat(8);

    private final Set<String> everywhere = ConcurrentHashMap.newKeySet();
    private final Set<String> projects = ConcurrentHashMap.newKeySet();

    /// The authorities, and a file that cannot be used.
    public AuthorityList list() {
        return new AuthorityList(
                authorities(),
                List.of(new UnusableFile(
                        "/usr/local/share/ca-certificates/proxy.pem",
                        "it contains a private key: expected certificates only")));
    }

    private List<HostAuthority> authorities() {
        String network = "CN=Example Network Root 2,O=Example Ltd";
        String old = "CN=Example Network Root 1,O=Example Ltd";
        return List.of(
                authority(NETWORK, network, "2024-03-01T00:00:00Z", "2034-03-01T00:00:00Z", null),
                authority(OLD, old, "2014-03-01T00:00:00Z", "2024-03-01T00:00:00Z", "it expired on 2024-03-01"));
    }

    private HostAuthority authority(
            String fingerprint, String subject, String from, String until, @Nullable String problem) {
        return new HostAuthority(
                fingerprint,
                subject,
                subject,
                Instant.parse(from).toEpochMilli(),
                Instant.parse(until).toEpochMilli(),
                List.of("/usr/local/share/ca-certificates/example.crt", "/etc/ssl/certs/ca-certificates.crt"),
                everywhere.contains(fingerprint),
                projects.contains(fingerprint) ? List.of("/home/dev/code/shop") : List.of(),
                problem);
    }

    /// Chooses authorities.
    public AuthorityChange trust(ChooseAuthorities request) {
        (request.project() == null ? everywhere : projects).addAll(request.fingerprints());
        return new AuthorityChange(authorities(), List.of("shop"), List.of());
    }

    /// Ends choices.
    public AuthorityChange revoke(ChooseAuthorities request) {
        Set<String> gone = new TreeSet<>(request.fingerprints());
        everywhere.removeAll(gone);
        projects.removeAll(gone);
        return new AuthorityChange(authorities(), List.of("shop"), List.of());
    }
}
