package dev.belljar.agent.gateway;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Limits how many names a machine may ask for, in total and under one parent name. Without it, a rule that
/// allows a whole suffix would let out any data that fits into names.
///
/// The parent is the last two labels. A hundred different names at once, then one in five seconds: no program
/// needs more, and a DNS tunnel gets some 40 bytes a second out of it. A budget in a file survives restarts of
/// the sandbox and of the host agent. It is reserved in steps, each on disk before the first question of the
/// step is sent, so that a crash may lose a step and never gains one. Safe for several threads.
public final class NameBudget {
    private static final Logger LOG = LoggerFactory.getLogger(NameBudget.class);
    private static final int MOST_PARENTS = 1_024;
    private static final int AT_ONCE = 100;
    private static final double PER_SECOND = 0.2;
    private static final int ALL_AT_ONCE = 500;
    private static final double ALL_PER_SECOND = 20;
    private static final int STEP = 10;
    private static final int MOST_BYTES = 1 << 20;

    private final Clock clock;
    private final @Nullable Path file;
    private final Map<String, StoredBucket> parents = new LinkedHashMap<>(64, 0.75f, true);
    private StoredBucket all;

    /// A bucket, and the number of its tokens according to the file.
    private static final class StoredBucket {
        private final TokenBucket bucket;
        private double saved;

        StoredBucket(TokenBucket bucket, double saved) {
            this.bucket = bucket;
            this.saved = saved;
        }

        boolean unsaved() {
            return bucket.tokens() - 1 < saved;
        }

        Level reserve(long now) {
            saved = Math.max(0, bucket.tokens() - STEP);
            return new Level(saved, now);
        }
    }

    /// The tokens of a bucket at a time, in milliseconds since the epoch.
    record Level(double tokens, long at) {}

    /// The content of the file.
    record StoredBudget(Level all, Map<String, Level> parents) {}

    /// A full budget without a file.
    public NameBudget(Clock clock) {
        this.clock = clock;
        this.file = null;
        this.all = new StoredBucket(whole(ALL_PER_SECOND, ALL_AT_ONCE), 0);
    }

    /// The budget in this file: full when there is no file, empty when the file cannot be read.
    public NameBudget(Path file, Clock clock) {
        this.clock = clock;
        this.file = file;
        this.all = new StoredBucket(whole(ALL_PER_SECOND, ALL_AT_ONCE), ALL_AT_ONCE);
        load(file);
    }

    /// Takes one question for a name without a cached result; false if the budget is used up.
    public synchronized boolean take(String name) {
        String parent = parent(name);
        if (parents.size() >= MOST_PARENTS && !parents.containsKey(parent)) {
            parents.remove(parents.keySet().iterator().next());
        }
        StoredBucket own =
                parents.computeIfAbsent(parent, any -> new StoredBucket(whole(PER_SECOND, AT_ONCE), AT_ONCE));
        // A refusal must cost no write to disk: a guest may ask without end.
        if (all.bucket.tokens() < 1 || own.bucket.tokens() < 1) {
            return false;
        }
        return reserved(own) && all.bucket.take() && own.bucket.take();
    }

    /// Reserves the next step if needed; true if the question to be taken is reserved on disk.
    private boolean reserved(StoredBucket own) {
        Path target = file;
        if (target == null || (!own.unsaved() && !all.unsaved())) {
            return true;
        }
        long now = clock.millis();
        Map<String, Level> levels = new LinkedHashMap<>();
        parents.forEach((parent, bucket) -> levels.put(parent, bucket.reserve(now)));
        try {
            // The folder of a sandbox that was destroyed in the meantime is not created again.
            if (Files.isDirectory(target.resolveSibling("."))) {
                DurableFile.write(target, ContractJson.line(new StoredBudget(all.reserve(now), levels)) + "\n");
            }
            return true;
        } catch (IOException e) {
            LOG.error("{}: the use of the DNS name budget cannot be saved, so new names are not looked up", target, e);
            return false;
        }
    }

    private void load(Path from) {
        try {
            if (!Files.exists(from)) {
                return;
            }
            if (Files.size(from) > MOST_BYTES) {
                throw new IOException("larger than " + MOST_BYTES + " bytes");
            }
            StoredBudget state = ContractJson.read(Files.readString(from), StoredBudget.class);
            all = kept(state.all(), (tokens, at) -> bucket(ALL_PER_SECOND, ALL_AT_ONCE, tokens, at));
            state.parents()
                    .forEach((parent, level) ->
                            parents.put(parent, kept(level, (tokens, at) -> bucket(PER_SECOND, AT_ONCE, tokens, at))));
        } catch (IOException | JsonFault e) {
            LOG.error("{}: the use of the DNS name budget cannot be read, so the budget starts empty", from, e);
            all = new StoredBucket(bucket(ALL_PER_SECOND, ALL_AT_ONCE, 0, clock.millis()), 0);
        }
    }

    private static StoredBucket kept(Level level, BiFunction<Double, Long, TokenBucket> bucket) {
        return new StoredBucket(bucket.apply(level.tokens(), level.at()), level.tokens());
    }

    private TokenBucket whole(double perSecond, int burst) {
        return new TokenBucket(perSecond, burst, clock);
    }

    private TokenBucket bucket(double perSecond, int burst, double tokens, long at) {
        return new TokenBucket(perSecond, burst, clock, tokens, at);
    }

    private static String parent(String name) {
        int last = name.lastIndexOf('.');
        return name.substring(name.lastIndexOf('.', Math.max(0, last - 1)) + 1);
    }
}
