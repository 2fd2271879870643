package dev.belljar.agent.authority;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.authority.AuthorityChoices.ChosenAuthority;
import dev.belljar.agent.authority.AuthorityFinder.FoundCertificate;
import dev.belljar.agent.authority.AuthorityFinder.FoundCertificates;
import dev.belljar.agent.host.SettingsException;
import dev.belljar.agent.host.SettingsFile;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.network.AuthorityList;
import dev.belljar.contract.view.network.HostAuthority;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lists the certificate authorities that this host has besides those of its distribution, and stores which of
/// them the user wants guests to trust. Thread-safe.
public final class AuthorityService implements TrustedAuthorities {
    private static final Logger LOG = LoggerFactory.getLogger(AuthorityService.class);
    private static final int MOST_BYTES = 4 << 20;
    private static final int SHORTEST = 6;
    private static final int LONGEST_SHOWN = 80;

    private final SettingsFile<AuthorityChoices> settings = new SettingsFile<>(
            AuthorityChoices.class,
            AuthorityChoices.NONE,
            MOST_BYTES,
            AuthorityChoices::wrong,
            AuthorityException.UNSAVED);
    private final Path file;
    private final CertificatePlaces places;
    private final AuditLog audit;
    private final InstantSource clock;
    private @Nullable List<X509Certificate> distribution;

    AuthorityService(Path file, CertificatePlaces places, AuditLog audit, InstantSource clock) {
        this.file = file;
        this.places = places;
        this.audit = audit;
        this.clock = clock;
    }

    /// Keeps choices in the folder `data`, and adds them to the audit log. The environment variables may name
    /// files with certificates.
    public static AuthorityService open(Path data, Map<String, String> environment, AuditLog audit) {
        return new AuthorityService(
                data.resolve("authorities.json"), CertificatePlaces.ofHost(environment), audit, InstantSource.system());
    }

    /// The authorities of this host, and those that were chosen.
    ///
    /// @throws SettingsException when the choices cannot be read
    public AuthorityList list() throws SettingsException {
        return list(settings.readToChange(file));
    }

    private AuthorityList list(AuthorityChoices choices) {
        FoundCertificates found = AuthorityFinder.in(places);
        Map<String, FoundCertificate> all = new LinkedHashMap<>(found.byFingerprint());
        for (ChosenAuthority chosen : choices.chosen()) {
            for (X509Certificate each : certificates(chosen)) {
                all.putIfAbsent(chosen.fingerprint(), new FoundCertificate(each, List.of()));
            }
        }
        List<HostAuthority> views = new ArrayList<>();
        all.forEach((fingerprint, each) -> views.add(view(fingerprint, each, choices)));
        return new AuthorityList(
                Stream.concat(
                                views.stream().filter(each -> each.problem() == null),
                                views.stream().filter(each -> each.problem() != null))
                        .toList(),
                found.unusable());
    }

    private HostAuthority view(String fingerprint, FoundCertificate found, AuthorityChoices choices) {
        X509Certificate certificate = found.certificate();
        List<ChosenAuthority> chosen = choices.chosen().stream()
                .filter(each -> each.fingerprint().equals(fingerprint))
                .toList();
        return new HostAuthority(
                fingerprint,
                CertificateFacts.subject(certificate),
                CertificateFacts.issuer(certificate),
                certificate.getNotBefore().toInstant().toEpochMilli(),
                certificate.getNotAfter().toInstant().toEpochMilli(),
                found.sources(),
                chosen.stream().anyMatch(each -> each.project() == null),
                chosen.stream()
                        .flatMap(each -> Stream.ofNullable(each.project()))
                        .toList(),
                CertificateFacts.problem(certificate, clock.instant()));
    }

    /// Makes guests trust these authorities: those of one project or, for null, all.
    ///
    /// @throws BelljarException when one of them does not exist or cannot be trusted; then nothing was changed
    public synchronized void trust(List<String> fingerprints, @Nullable String project) throws BelljarException {
        AuthorityChoices choices = settings.readToChange(file);
        Map<String, FoundCertificate> found = AuthorityFinder.in(places).byFingerprint();
        List<X509Certificate> wanted = new ArrayList<>();
        for (String typed : required(fingerprints)) {
            String fingerprint = one(typed, found.keySet());
            X509Certificate certificate =
                    Objects.requireNonNull(found.get(fingerprint)).certificate();
            String problem = CertificateFacts.problem(certificate, clock.instant());
            if (problem != null) {
                throw new AuthorityException(
                        AuthorityException.UNUSABLE,
                        "guests cannot trust %s: %s".formatted(CertificateFacts.subject(certificate), problem),
                        null);
            }
            wanted.add(certificate);
            choices = choices.with(certificate, project);
        }
        if (choices.chosen().size() > AuthorityChoices.MOST) {
            throw new AuthorityException(
                    AuthorityException.UNUSABLE,
                    "too many authorities: expected at most %d choices".formatted(AuthorityChoices.MOST),
                    "Revoke some that are not needed.");
        }
        settings.write(file, choices);
        wanted.forEach(each -> record(CertificateFacts.fingerprint(each), "trusted", each, project));
    }

    /// Ends the trust of guests in these authorities: for one project or, for null, for everything.
    ///
    /// @throws BelljarException when one of them was not chosen; then nothing was changed
    public synchronized void revoke(List<String> fingerprints, @Nullable String project) throws BelljarException {
        AuthorityChoices choices = settings.readToChange(file);
        List<ChosenAuthority> gone = new ArrayList<>();
        for (String typed : required(fingerprints)) {
            List<ChosenAuthority> chosen = choices.chosen().stream()
                    .filter(each -> project == null || project.equals(each.project()))
                    .toList();
            String fingerprint = one(
                    typed,
                    new TreeSet<>(
                            chosen.stream().map(ChosenAuthority::fingerprint).toList()));
            gone.addAll(chosen.stream()
                    .filter(each -> each.fingerprint().equals(fingerprint))
                    .toList());
            choices = choices.without(fingerprint, project);
        }
        settings.write(file, choices);
        for (ChosenAuthority each : gone) {
            certificates(each).forEach(one -> record(each.fingerprint(), "revoked", one, each.project()));
        }
    }

    private static List<String> required(List<String> fingerprints) throws AuthorityException {
        if (fingerprints.isEmpty()) {
            throw new AuthorityException(
                    AuthorityException.NONE, "no authority was named: expected a fingerprint", AuthorityException.LIST);
        }
        return fingerprints;
    }

    /// The one fingerprint that begins with these digits.
    private static String one(String typed, Set<String> known) throws AuthorityException {
        String digits = typed.replace(":", "").toLowerCase(Locale.ROOT);
        String shown = typed.length() > LONGEST_SHOWN ? typed.substring(0, LONGEST_SHOWN) + "…" : typed;
        if (digits.length() < SHORTEST || !digits.matches("[0-9a-f]+")) {
            throw new AuthorityException(
                    AuthorityException.NONE,
                    "fingerprint \"%s\": expected at least %d hexadecimal digits".formatted(shown, SHORTEST),
                    AuthorityException.LIST);
        }
        List<String> fitting =
                known.stream().filter(each -> each.startsWith(digits)).toList();
        if (fitting.size() > 1) {
            throw new AuthorityException(
                    AuthorityException.AMBIGUOUS,
                    "fingerprint \"%s\": the fingerprints of several authorities begin with these digits"
                            .formatted(shown),
                    "Type more of them.");
        }
        if (fitting.isEmpty()) {
            throw new AuthorityException(
                    AuthorityException.NONE,
                    "fingerprint \"%s\": no such authority".formatted(shown),
                    AuthorityException.LIST);
        }
        return fitting.getFirst();
    }

    private void record(String fingerprint, String verdict, X509Certificate certificate, @Nullable String project) {
        String where = project == null ? "all sandboxes" : "the sandboxes of " + project;
        audit.record("authority", "", fingerprint, verdict, CertificateFacts.subject(certificate) + ", for " + where);
    }

    @Override
    public List<X509Certificate> of(Path project) throws BelljarException {
        Instant now = clock.instant();
        return settings.readToChange(file).chosen().stream()
                .filter(each -> each.concerns(project))
                .map(AuthorityService::certificates)
                .flatMap(Collection::stream)
                .filter(each -> CertificateFacts.problem(each, now) == null)
                .distinct()
                .toList();
    }

    private synchronized List<X509Certificate> distribution() {
        List<X509Certificate> known = distribution;
        if (known == null) {
            known = AuthorityFinder.distribution(places);
            distribution = known;
        }
        return known;
    }

    /// The certificate of a choice; the check of the file has parsed it before.
    private static List<X509Certificate> certificates(ChosenAuthority chosen) {
        try {
            return List.of(AuthorityChoices.certificate(chosen));
        } catch (IOException e) {
            LOG.warn("the certificate of authority {} cannot be read: {}", chosen.fingerprint(), e.getMessage());
            return List.of();
        }
    }

    @Override
    public boolean forJava() {
        return !distribution().isEmpty();
    }

    @Override
    public byte[] javaStore(List<X509Certificate> more) {
        List<X509Certificate> all = new ArrayList<>(distribution());
        if (all.isEmpty()) {
            return new byte[0];
        }
        all.addAll(more);
        return JavaTrustStore.of(all);
    }
}
