package dev.belljar.agent.authority;

import dev.belljar.agent.certificate.PemCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The authorities that the user chose: the content of a file in the data folder.
record AuthorityChoices(List<ChosenAuthority> chosen) {
    static final AuthorityChoices NONE = new AuthorityChoices(List.of());
    static final int MOST = 50;

    /// An authority that was chosen for one project or, if `project` is null, for all sandboxes. Its
    /// certificate is kept, so that a sandbox does not depend on how the host agent was started.
    record ChosenAuthority(
            String fingerprint,
            String certificate,
            @Nullable String project) {
        boolean concerns(Path folder) {
            return project == null || project.equals(folder.toString());
        }

        boolean sameAs(String other, @Nullable String otherProject) {
            return fingerprint.equals(other) && Objects.equals(project, otherProject);
        }
    }

    AuthorityChoices {
        chosen = List.copyOf(chosen);
    }

    AuthorityChoices with(X509Certificate certificate, @Nullable String project) {
        String fingerprint = CertificateFacts.fingerprint(certificate);
        List<ChosenAuthority> more = new ArrayList<>(chosen);
        more.removeIf(each -> each.sameAs(fingerprint, project));
        more.add(new ChosenAuthority(fingerprint, PemCodec.of(certificate), project));
        return new AuthorityChoices(more);
    }

    /// Without an authority for one project or, if null, for everything.
    AuthorityChoices without(String fingerprint, @Nullable String project) {
        return new AuthorityChoices(chosen.stream()
                .filter(each ->
                        !(project == null ? each.fingerprint().equals(fingerprint) : each.sameAs(fingerprint, project)))
                .toList());
    }

    /// What is wrong with stored choices; null if nothing is.
    @Nullable
    String wrong() {
        if (chosen.size() > MOST) {
            return "it has more than %d authorities".formatted(MOST);
        }
        for (ChosenAuthority each : chosen) {
            try {
                if (!CertificateFacts.fingerprint(certificate(each)).equals(each.fingerprint())) {
                    return "a certificate does not have its fingerprint";
                }
            } catch (IOException e) {
                return "it has no certificate for an authority";
            }
        }
        return null;
    }

    /// The certificate of a stored choice.
    ///
    /// @throws IOException when it is damaged
    static X509Certificate certificate(ChosenAuthority chosen) throws IOException {
        List<X509Certificate> certificates =
                CertificateReader.parse(chosen.certificate().getBytes(StandardCharsets.ISO_8859_1));
        if (certificates.size() != 1) {
            throw new IOException("it has %d certificates".formatted(certificates.size()));
        }
        return certificates.getFirst();
    }
}
