package dev.belljar.agent.retention;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.settings.OwnSettings;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.text.FileErrors;
import dev.belljar.contract.view.storage.RetentionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The retention periods: from the environment, else from the user's settings, else the defaults.
///
/// The variables are `BELLJAR_IDLE_MINUTES`, `BELLJAR_LIFETIME_MINUTES`, `BELLJAR_HOT_HOURS`,
/// `BELLJAR_WARM_HOURS`, `BELLJAR_COLD_HOURS` and `BELLJAR_TRASH_DAYS`, where 0 means without end, and
/// `BELLJAR_RETENTION_CHECK_SECONDS` between two checks of the machines, at least 1; its earlier name is still
/// read. The user's settings are in a file that is always written as a whole.
public final class RetentionSettings {
    private static final Logger LOG = LoggerFactory.getLogger(RetentionSettings.class);
    private static final ProblemCode INVALID = new ProblemCode("retention.invalid", 422);
    private static final ProblemCode FIXED = new ProblemCode("retention.fixed", 409);
    private static final ProblemCode UNKEPT = new ProblemCode("retention.not-kept", 507);

    /// Ten thousand days, the longest period; a longer one can be set as without end.
    private static final long MOST_MINUTES = Duration.ofDays(10_000).toMinutes();

    private static final int MOST_BYTES = 4_096;

    /// The periods while the user's settings cannot be read: no machine is packed and none deleted.
    private static final SetRetention CAREFUL = new SetRetention(null, null, 0L, 0L, 0L, 0L);

    private final Path file;
    private final SetRetention environment;
    private final Duration interval;
    private SetRetention set = SetRetention.NOTHING;
    private @Nullable String problem;

    private RetentionSettings(Path file, SetRetention environment, Duration interval) {
        this.file = file;
        this.environment = environment;
        this.interval = interval;
    }

    /// Reads the settings of this file and this environment.
    ///
    /// @throws IOException when a variable is not a whole number
    public static RetentionSettings open(Path file, Map<String, String> environment) throws IOException {
        SetRetention said = new SetRetention(
                minutes(environment, "BELLJAR_IDLE_MINUTES", Duration.ofMinutes(1)),
                minutes(environment, "BELLJAR_LIFETIME_MINUTES", Duration.ofMinutes(1)),
                minutes(environment, "BELLJAR_HOT_HOURS", Duration.ofHours(1)),
                minutes(environment, "BELLJAR_WARM_HOURS", Duration.ofHours(1)),
                minutes(environment, "BELLJAR_COLD_HOURS", Duration.ofHours(1)),
                minutes(environment, "BELLJAR_TRASH_DAYS", Duration.ofDays(1)));
        Long seconds = number(environment, "BELLJAR_RETENTION_CHECK_SECONDS");
        if (seconds == null) {
            seconds = number(environment, "BELLJAR_UPKEEP_SECONDS");
        }
        Duration interval = Duration.ofSeconds(seconds == null ? 30 : Math.max(1, seconds));
        RetentionSettings retentions = new RetentionSettings(file, said, interval);
        retentions.read();
        return retentions;
    }

    /// The time between two checks of the machines.
    Duration interval() {
        return interval;
    }

    /// The periods in force.
    RetentionPolicy now() {
        return RetentionPolicy.of(shown());
    }

    /// The periods in force for a sandbox with these settings of its own, which come after the environment.
    RetentionPolicy now(OwnSettings own) {
        return RetentionPolicy.of(
                shown(new SetRetention(own.idleMinutes(), own.lifetimeMinutes(), null, null, null, null)));
    }

    /// The periods in force as the API shows them.
    public RetentionStatus shown() {
        return shown(SetRetention.NOTHING);
    }

    private synchronized RetentionStatus shown(SetRetention own) {
        Map<String, Long> all =
                environment.over(own).over(set).over(SetRetention.usual()).said();
        return new RetentionStatus(
                all.getOrDefault("idleMinutes", 0L),
                all.getOrDefault("lifetimeMinutes", 0L),
                all.getOrDefault("hotMinutes", 0L),
                all.getOrDefault("warmMinutes", 0L),
                all.getOrDefault("coldMinutes", 0L),
                all.getOrDefault("trashMinutes", 0L),
                List.copyOf(environment.said().keySet()),
                problem);
    }

    /// Stores the user's settings.
    ///
    /// @throws SandboxException when a period is out of range or set by the environment, or the file cannot be
    /// written
    public synchronized RetentionStatus change(SetRetention request) throws SandboxException {
        check(request);
        return keep(request.over(set));
    }

    /// Deletes the user's settings.
    ///
    /// @throws SandboxException when the file cannot be written
    public RetentionStatus reset() throws SandboxException {
        return keep(SetRetention.NOTHING);
    }

    private synchronized RetentionStatus keep(SetRetention next) throws SandboxException {
        try {
            DurableFile.write(file, ContractJson.pretty(next) + "\n");
        } catch (IOException e) {
            throw new SandboxException(
                    UNKEPT,
                    "%s cannot be written: %s. Nothing was changed".formatted(file, FileErrors.reason(e)),
                    "Free some space on that disk, and check that you own the file.");
        }
        set = next;
        problem = null;
        return shown();
    }

    private void check(SetRetention request) throws SandboxException {
        if (request.equals(SetRetention.NOTHING)) {
            throw new SandboxException(
                    INVALID, "nothing to change: expected at least one setting, for example idleMinutes", null);
        }
        for (Map.Entry<String, Long> said : request.said().entrySet()) {
            if (said.getValue() < 0 || said.getValue() > MOST_MINUTES) {
                throw new SandboxException(
                        INVALID,
                        "%s: expected 0 for no limit, or at most %,d (10,000 days)"
                                .formatted(said.getKey(), MOST_MINUTES),
                        null);
            }
        }
        List<String> fixed = new ArrayList<>(request.said().keySet());
        fixed.retainAll(environment.said().keySet());
        if (!fixed.isEmpty()) {
            throw new SandboxException(
                    FIXED,
                    String.join(", ", fixed) + ": set in the host agent's environment",
                    "Restart the host agent without these environment variables: `belljar agent stop`, then `belljar "
                            + "agent start`.");
        }
    }

    private void read() {
        try {
            SetRetention found = ContractJson.readStrict(text(), SetRetention.class);
            if (found.said().values().stream().anyMatch(minutes -> minutes < 0 || minutes > MOST_MINUTES)) {
                throw new IOException("a number in it is out of range");
            }
            set = found;
        } catch (NoSuchFileException e) {
            set = SetRetention.NOTHING;
        } catch (IOException | JsonFault e) {
            LOG.warn(
                    "{} cannot be used; times not set by the environment are unlimited until they are set again",
                    file,
                    e);
            problem = file + " cannot be read";
            set = CAREFUL;
        }
    }

    private String text() throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException("the file is larger than %d bytes".formatted(MOST_BYTES));
        }
        return Files.readString(file);
    }

    private static @Nullable Long minutes(Map<String, String> environment, String name, Duration unit)
            throws IOException {
        Long number = number(environment, name);
        if (number == null) {
            return null;
        }
        long minutes = unit.multipliedBy(number).toMinutes();
        if (minutes > MOST_MINUTES) {
            throw new IOException("%s is \"%d\": expected at most %d, 0 for no limit"
                    .formatted(name, number, MOST_MINUTES / unit.toMinutes()));
        }
        return minutes;
    }

    private static @Nullable Long number(Map<String, String> environment, String name) throws IOException {
        String value = environment.get(name);
        if (value == null) {
            return null;
        }
        if (!value.matches("[0-9]{1,7}")) {
            throw new IOException(name + " is \"" + value + "\": expected a whole number, 0 for no limit");
        }
        return Long.parseLong(value);
    }
}
