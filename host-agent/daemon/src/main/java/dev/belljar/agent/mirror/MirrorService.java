package dev.belljar.agent.mirror;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.host.SettingsException;
import dev.belljar.agent.host.SettingsFile;
import dev.belljar.agent.host.SettingsFile.SettingsContent;
import dev.belljar.agent.mirror.MirrorChoices.ChosenMirror;
import dev.belljar.agent.mirror.MirrorFinder.FoundMirrors;
import dev.belljar.agent.secret.SecretException;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorList;
import dev.belljar.contract.view.network.MirrorTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Lists the mirrors that the configuration of this host's package managers names, and stores which of them the
/// user wants guests to use. Thread-safe.
///
/// The password or token of a mirror becomes a secret that is bound to the mirror's name, so that guests only
/// get its placeholder.
public final class MirrorService implements ChosenMirrors {
    private static final int MOST_BYTES = 1 << 20;
    private static final int LONGEST_SHOWN = 80;

    private final SettingsFile<MirrorChoices> settings = new SettingsFile<>(
            MirrorChoices.class, MirrorChoices.NONE, MOST_BYTES, MirrorChoices::wrong, MirrorException.UNSAVED);
    private final Path file;
    private final MirrorPlaces places;
    private final SecretStore secrets;
    private final AuditLog audit;

    MirrorService(Path file, MirrorPlaces places, SecretStore secrets, AuditLog audit) {
        this.file = file;
        this.places = places;
        this.secrets = secrets;
        this.audit = audit;
    }

    /// Keeps choices in the folder `data`, and adds them to the audit log. The environment variables may name
    /// files with configuration.
    public static MirrorService open(Path data, Map<String, String> environment, SecretStore secrets, AuditLog audit) {
        return new MirrorService(data.resolve("mirrors.json"), MirrorPlaces.ofHost(environment), secrets, audit);
    }

    /// The mirrors of this host, and those that were chosen.
    ///
    /// @throws SettingsException when the choices cannot be read
    public MirrorList list() throws SettingsException {
        MirrorChoices choices = settings.readToChange(file);
        FoundMirrors found = MirrorFinder.in(places);
        Map<String, HostMirror> all = new LinkedHashMap<>();
        found.byId().forEach((id, each) -> all.put(id, view(id, each, choices)));
        choices.chosen().forEach(each -> all.putIfAbsent(each.id(), view(each)));
        return new MirrorList(
                Stream.concat(
                                all.values().stream().filter(each -> each.problem() == null),
                                all.values().stream().filter(each -> each.problem() != null))
                        .toList(),
                found.unusable());
    }

    private static HostMirror view(String id, FoundMirror found, MirrorChoices choices) {
        MirrorUrl url = found.url();
        return new HostMirror(
                id,
                found.slot().tool(),
                found.slot().kind(),
                VisibleText.line(found.slot().concerns()),
                url.text(),
                VisibleText.line(found.source()),
                found.problem() == null ? url.reached() + ":" + url.port() : null,
                found.credential() != null,
                found.notes(),
                choices.chosen().stream().anyMatch(each -> each.id().equals(id)),
                found.problem());
    }

    private static HostMirror view(ChosenMirror chosen) {
        MirrorUrl url = chosen.address();
        return new HostMirror(
                chosen.id(),
                chosen.tool(),
                chosen.kind(),
                chosen.concerns(),
                url.text(),
                null,
                url.reached() + ":" + url.port(),
                chosen.credential() != null,
                List.of(),
                true,
                null);
    }

    /// Makes guests use these mirrors, and stores their passwords and tokens as they are now. Returns their
    /// ids.
    ///
    /// @throws BelljarException when one of them does not exist or cannot be used; then nothing was changed
    public synchronized Set<String> use(List<String> mirrors) throws BelljarException, InterruptedException {
        MirrorChoices before = settings.readToChange(file);
        MirrorChoices choices = before;
        FoundMirrors found = MirrorFinder.in(places);
        Map<String, MirrorTool> known = found.byId().entrySet().stream()
                .filter(each -> each.getValue().problem() == null)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().slot().tool()));
        List<FoundMirror> wanted = new ArrayList<>();
        for (String typed : required(mirrors)) {
            FoundMirror unusable = found.byId().get(typed);
            if (unusable != null && unusable.problem() != null) {
                throw new MirrorException(
                        MirrorException.UNUSABLE,
                        "guests cannot use %s: %s".formatted(unusable.url().text(), unusable.problem()));
            }
            for (String id : named(typed, known, "not in the list")) {
                FoundMirror mirror = Objects.requireNonNull(found.byId().get(id));
                wanted.add(mirror);
                choices = choices.with(ChosenMirror.of(mirror));
            }
        }
        if (choices.chosen().size() > MirrorChoices.MOST) {
            throw new MirrorException(
                    MirrorException.UNUSABLE, "too many mirrors: expected at most %d".formatted(MirrorChoices.MOST));
        }
        for (FoundMirror each : wanted) {
            keep(ChosenMirror.of(each), each.credential());
        }
        settings.write(file, choices);
        for (ChosenMirror each : before.chosen()) {
            if (choices.chosen().stream().noneMatch(kept -> kept.id().equals(each.id()))) {
                dropped(each);
            }
        }
        wanted.forEach(
                each -> audit.record("mirror", "", each.id(), "used", each.url().text()));
        return wanted.stream().map(FoundMirror::id).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// A secret that cannot be bound is not kept. One without a choice, which a crash can leave, is in the list
    /// of secrets and has no effect beyond its name.
    private void keep(ChosenMirror mirror, @Nullable MirrorCredential credential)
            throws BelljarException, InterruptedException {
        if (credential == null) {
            return;
        }
        secrets.keep(mirror.secret(), credential.value());
        try {
            secrets.bind(mirror.secret(), mirror.address().host(), false, null);
        } catch (SecretException e) {
            secrets.remove(mirror.secret());
            throw e;
        }
    }

    private void dropped(ChosenMirror mirror) throws BelljarException, InterruptedException {
        audit.record("mirror", "", mirror.id(), "no longer used", mirror.url());
        if (mirror.credential() != null
                && secrets.list().stream().anyMatch(each -> each.name().equals(mirror.secret()))) {
            secrets.remove(mirror.secret());
        }
    }

    /// Ends the use of these mirrors, and removes their secrets. Returns their ids.
    ///
    /// @throws BelljarException when one of them was not chosen; then nothing was changed
    public synchronized Set<String> forget(List<String> mirrors) throws BelljarException, InterruptedException {
        MirrorChoices choices = settings.readToChange(file);
        Map<String, MirrorTool> known =
                choices.chosen().stream().collect(Collectors.toMap(ChosenMirror::id, ChosenMirror::tool, (a, _) -> a));
        List<ChosenMirror> gone = new ArrayList<>();
        for (String typed : required(mirrors)) {
            Set<String> ids = named(typed, known, "not used by guests");
            for (ChosenMirror each : choices.chosen()) {
                if (ids.contains(each.id())) {
                    gone.add(each);
                    choices = choices.without(each);
                }
            }
        }
        settings.write(file, choices);
        for (ChosenMirror each : gone) {
            dropped(each);
        }
        return gone.stream().map(ChosenMirror::id).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static List<String> required(List<String> mirrors) throws MirrorException {
        if (mirrors.isEmpty()) {
            throw new MirrorException(
                    MirrorException.NONE, "no mirror was named: expected an id, or npm, pip, apt, cargo or maven");
        }
        return mirrors;
    }

    /// The mirrors of the tool with this name, or the one whose id begins with these digits.
    private static Set<String> named(String typed, Map<String, MirrorTool> known, String otherwise)
            throws MirrorException {
        String word = typed.toLowerCase(Locale.ROOT);
        Set<String> ofTool = known.keySet().stream()
                .filter(id ->
                        String.valueOf(known.get(id)).toLowerCase(Locale.ROOT).equals(word))
                .collect(Collectors.toSet());
        Set<String> byId = word.matches("[0-9a-f]{4,8}")
                ? known.keySet().stream().filter(id -> id.startsWith(word)).collect(Collectors.toSet())
                : Set.of();
        String shown = VisibleText.line(typed.length() > LONGEST_SHOWN ? typed.substring(0, LONGEST_SHOWN) : typed);
        if (byId.size() > 1) {
            throw new MirrorException(
                    MirrorException.AMBIGUOUS, "mirror \"%s\": several ids begin with these digits".formatted(shown));
        }
        if (ofTool.isEmpty() && byId.isEmpty()) {
            throw new MirrorException(
                    MirrorException.NONE,
                    ("mirror \"%s\": %s: expected at least the first four digits of an id, or npm, pip, apt, cargo or"
                                    + " maven")
                            .formatted(shown, otherwise));
        }
        return ofTool.isEmpty() ? byId : ofTool;
    }

    @Override
    public boolean everChosen() {
        return Files.exists(file);
    }

    @Override
    public Optional<String> problem() {
        return Optional.ofNullable(settings.read(file).problem());
    }

    @Override
    public Map<String, String> environment() {
        SettingsContent<MirrorChoices> stored = settings.read(file);
        // The guest may have the file of a mirror: without the variable, npm would use the public registry.
        return stored.problem() == null
                ? GuestMirrors.environment(stored.content().chosen())
                : GuestMirrors.environment();
    }

    @Override
    public Optional<MirrorSetup> setup(Map<String, String> placeholders) {
        SettingsContent<MirrorChoices> stored = settings.read(file);
        // Guests that used one before, or started from the state of one, have files that must go.
        return everChosen() && stored.problem() == null
                ? Optional.of(GuestMirrors.setup(stored.content().chosen(), placeholders))
                : Optional.empty();
    }
}
