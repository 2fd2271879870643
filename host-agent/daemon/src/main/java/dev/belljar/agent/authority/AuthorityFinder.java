package dev.belljar.agent.authority;

import dev.belljar.contract.text.FileErrors;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.network.UnusableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Finds the certificates that this host has besides those of its distribution. It takes over none of them.
final class AuthorityFinder {
    private static final int MOST_FILES = 3_000;
    private static final int DEEPEST = 4;
    private static final int MOST_LISTED = 200;
    private static final Set<String> ENDINGS = Set.of("crt", "pem", "cer", "der", "p11-kit");

    private final CertificatePlaces places;
    private final Map<String, X509Certificate> distribution = new LinkedHashMap<>();
    private final Set<String> known = new HashSet<>();
    private final Map<String, FoundCertificate> found = new LinkedHashMap<>();
    private final List<UnusableFile> unusable = new ArrayList<>();
    private final Set<Path> seen = new HashSet<>();

    private AuthorityFinder(CertificatePlaces places) {
        this.places = places;
    }

    /// A certificate, and what names it.
    record FoundCertificate(X509Certificate certificate, List<String> sources) {}

    /// The certificates by fingerprint, and the files that cannot be used.
    record FoundCertificates(Map<String, FoundCertificate> byFingerprint, List<UnusableFile> unusable) {}

    /// Reads all places.
    static FoundCertificates in(CertificatePlaces places) {
        AuthorityFinder finder = new AuthorityFinder(places);
        finder.readKnown();
        finder.readOthers();
        return new FoundCertificates(finder.found, List.copyOf(finder.unusable));
    }

    /// The certificates of the distribution; empty on a host whose distribution is not known.
    static List<X509Certificate> distribution(CertificatePlaces places) {
        AuthorityFinder finder = new AuthorityFinder(places);
        finder.readKnown();
        return List.copyOf(finder.distribution.values());
    }

    private void readKnown() {
        for (Path place : places.distribution()) {
            for (Path file : files(place)) {
                read(file).forEach(each -> distribution.put(CertificateFacts.fingerprint(each), each));
            }
        }
        known.addAll(distribution.keySet());
        for (Path own : places.own()) {
            read(own).forEach(each -> known.add(CertificateFacts.fingerprint(each)));
        }
    }

    /// Files of the distribution that Belljar cannot read concern nobody.
    private static List<X509Certificate> read(Path file) {
        try {
            return CertificateReader.read(file);
        } catch (IOException e) {
            return List.of();
        }
    }

    private void readOthers() {
        for (Map.Entry<String, Path> place : places.sources()) {
            boolean variable = place.getKey().indexOf('=') >= 0;
            if (variable && !Files.exists(place.getValue())) {
                leaveOut(place.getKey(), "it does not exist");
                continue;
            }
            for (Path file : files(place.getValue())) {
                read(file, variable ? place.getKey() : file.toString());
            }
        }
    }

    private void read(Path file, String source) {
        try {
            for (X509Certificate each : CertificateReader.read(file)) {
                String fingerprint = CertificateFacts.fingerprint(each);
                if (!known.contains(fingerprint)) {
                    List<String> sources = found.computeIfAbsent(
                                    fingerprint, _ -> new FoundCertificate(each, new ArrayList<>()))
                            .sources();
                    if (!sources.contains(VisibleText.line(source))) {
                        sources.add(VisibleText.line(source));
                    }
                }
            }
        } catch (NoSuchFileException e) {
            // A link to nothing, such as one that a removed package left.
        } catch (IOException e) {
            if (seen.add(file)) {
                leaveOut(source, FileErrors.reason(e));
            }
        }
    }

    private void leaveOut(String source, String why) {
        if (unusable.size() < MOST_LISTED) {
            unusable.add(new UnusableFile(VisibleText.line(source), VisibleText.line(why)));
        }
    }

    /// The file at this place, or the files with certificates below this folder; each file once, whatever links
    /// lead to it. No folder is entered through a link.
    private List<Path> files(Path place) {
        if (!Files.isDirectory(place)) {
            return Files.exists(place) ? List.of(place) : List.of();
        }
        Set<Path> real = new TreeSet<>();
        try (Stream<Path> all = Files.walk(place, DEEPEST)) {
            for (Path file : all.limit(MOST_FILES).toList()) {
                if (certificates(file) && !Files.isDirectory(file) && Files.exists(file)) {
                    real.add(file.toRealPath());
                }
            }
        } catch (IOException e) {
            leaveOut(place.toString(), FileErrors.reason(e));
        } catch (UncheckedIOException e) {
            leaveOut(place.toString(), "a folder in it cannot be read");
        }
        return List.copyOf(real);
    }

    private static boolean certificates(Path file) {
        String name = String.valueOf(file.getFileName());
        return ENDINGS.contains(name.substring(name.lastIndexOf('.') + 1));
    }
}
