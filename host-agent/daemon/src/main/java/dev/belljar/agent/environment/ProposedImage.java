package dev.belljar.agent.environment;

import dev.belljar.agent.image.ImageNames;
import dev.belljar.agent.image.StoredImage;
import dev.belljar.contract.environment.Environment.EnvironmentImage;
import dev.belljar.contract.environment.Environment.EnvironmentVariable;
import dev.belljar.contract.text.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The image that a project names, as it was imported. What the user accepts is its content, not its name.
final class ProposedImage {
    static final String HOW = "save it with `podman save --format oci-archive -o FILE IMAGE`, then import it with"
            + " `belljar image import FILE --name %s`";
    /// A part of what a request to start a command may have.
    private static final int MOST_BYTES = 8 << 10;

    private static final int SHOWN_DIGITS = 12;
    private static final int LONGEST_COMMAND = 80;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@+-]{0,199}");

    private ProposedImage() {}

    /// What is wrong about the name of an image; null if nothing is.
    static @Nullable String check(String text) {
        return NAME.matcher(text).matches()
                ? null
                : "the name of an imported image, such as \"node:22\" (`belljar image list` shows them)";
    }

    /// The proposal with the content of the image that it names. If no such image was imported, the
    /// proposal cannot be accepted.
    static ProposedEnvironment resolved(ProposedEnvironment proposed, ImageNames images) {
        EnvironmentImage named = proposed.environment().image();
        if (named == null || proposed.problem() != null) {
            return proposed;
        }
        Optional<StoredImage> found = images.named(named.name());
        if (found.isEmpty()) {
            return ProposedEnvironment.invalid(
                    String.valueOf(proposed.file()),
                    proposed.text(),
                    "image: \"%s\" was not imported yet; ".formatted(named.name()) + HOW.formatted(named.name()));
        }
        EnvironmentImage image = new EnvironmentImage(named.name(), found.get().digest(), variables(found.get()));
        return new ProposedEnvironment(
                proposed.file(),
                proposed.text(),
                proposed.environment().on(image),
                proposed.ignored(),
                null,
                proposed.agent());
    }

    /// The variables that an image sets, without those that an environment may not have.
    private static List<EnvironmentVariable> variables(StoredImage image) {
        List<EnvironmentVariable> all = new ArrayList<>();
        int size = 0;
        for (String each : image.config().variables()) {
            int equals = each.indexOf('=');
            String name = equals <= 0 ? "" : each.substring(0, equals);
            String value = each.substring(equals + 1);
            size += GuestVariables.bytes(name, value);
            boolean fits = EnvironmentChecks.variable(name) == null && EnvironmentChecks.value(value) == null;
            if (fits && size <= MOST_BYTES) {
                all.add(new EnvironmentVariable(name, value));
            }
        }
        return all;
    }

    /// The image in words, with the beginning of its digest.
    static String words(EnvironmentImage image) {
        String digest = String.valueOf(image.digest());
        return "the files of image %s (%s)"
                .formatted(image.name(), digest.substring(0, Math.min(SHOWN_DIGITS, digest.length())));
    }

    /// What is to be known about the image.
    static @Nullable String note(EnvironmentImage image, ImageNames images) {
        StoredImage stored = images.named(image.name()).orElse(null);
        if (stored == null || !stored.digest().equals(image.digest())) {
            return null;
        }
        List<String> notes = new ArrayList<>();
        notes.add("%,d files, %s".formatted(stored.files(), ByteCount.words(stored.bytes())));
        if (!image.variables().isEmpty()) {
            notes.add("sets "
                    + String.join(
                            ", ",
                            image.variables().stream()
                                    .map(EnvironmentVariable::name)
                                    .toList()));
        }
        if (stored.setuid() > 0) {
            notes.add("setuid programs: %,d".formatted(stored.setuid()));
        }
        if (!stored.config().ports().isEmpty()) {
            notes.add("its ports " + String.join(", ", stored.config().ports()) + " are not opened");
        }
        List<String> command = new ArrayList<>(stored.config().entrypoint());
        command.addAll(stored.config().command());
        if (!command.isEmpty()) {
            String text = String.join(" ", command);
            notes.add("its command is not run: "
                    + (text.length() > LONGEST_COMMAND ? text.substring(0, LONGEST_COMMAND) + "…" : text));
        }
        return String.join("; ", notes);
    }
}
