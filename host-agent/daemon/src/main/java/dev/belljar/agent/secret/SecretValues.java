package dev.belljar.agent.secret;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The values of secrets that may be used now, by name. A value that ends is renewed once at a time, whoever
/// asks for it. Thread-safe.
final class SecretValues {
    /// A value is renewed this long before it ends, in milliseconds.
    static final long EARLY = 30_000;
    /// This many milliseconds pass between two attempts: a server may issue values that have ended when they
    /// come.
    static final long PAUSE = 5_000;

    /// Gets a new value and puts it here, unless the secret has changed meanwhile; runs on a thread of its own.
    interface ValueRenewal {
        void run() throws SecretException, InterruptedException;
    }

    /// A value until a moment, in milliseconds since the epoch.
    record TimedValue(String value, long until) {
        static final long ALWAYS = Long.MAX_VALUE;

        // A record says what it has; this one must not.
        @Override
        public String toString() {
            return "value until " + until;
        }
    }

    private final Map<String, TimedValue> current = new ConcurrentHashMap<>();
    private final Map<String, String> problems = new ConcurrentHashMap<>();
    private final Map<String, Long> attempts = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<@Nullable Void>> renewals = new ConcurrentHashMap<>();
    private final InstantSource clock;

    SecretValues(InstantSource clock) {
        this.clock = clock;
    }

    /// The value, null if there is none or it has ended.
    @Nullable
    String now(String name) {
        TimedValue known = current.get(name);
        return known == null || known.until <= clock.millis() ? null : known.value;
    }

    /// Why there is no value; null if that is not known.
    @Nullable
    String problem(String name) {
        return problems.get(name);
    }

    /// Whether a value that can be renewed has ended, or will soon.
    boolean due(String name) {
        Long attempt = attempts.get(name);
        if (attempt != null && Math.abs(clock.millis() - attempt) < PAUSE) {
            return false;
        }
        TimedValue known = current.get(name);
        return known == null || (known.until != TimedValue.ALWAYS && known.until - EARLY <= clock.millis());
    }

    void put(String name, TimedValue value) {
        problems.remove(name);
        current.put(name, value);
    }

    void drop(String name) {
        current.remove(name);
        problems.remove(name);
        attempts.remove(name);
    }

    void keepOnly(Set<String> names) {
        current.keySet().retainAll(names);
        problems.keySet().retainAll(names);
        attempts.keySet().retainAll(names);
    }

    /// Gets a new value unless that is being done, or is no longer due. The result is complete when the value
    /// can be used or the attempt has failed, and never fails itself.
    CompletableFuture<@Nullable Void> renew(String name, ValueRenewal renewal) {
        CompletableFuture<@Nullable Void> fresh = new CompletableFuture<>();
        CompletableFuture<@Nullable Void> running = renewals.putIfAbsent(name, fresh);
        if (running != null) {
            return running;
        }
        Thread.ofVirtual().name("secret").start(() -> {
            try {
                attempt(name, renewal);
            } finally {
                renewals.remove(name);
                fresh.complete(null);
            }
        });
        return fresh;
    }

    private void attempt(String name, ValueRenewal renewal) {
        if (!due(name)) {
            return;
        }
        try {
            renewal.run();
        } catch (SecretException e) {
            problems.put(name, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            attempts.put(name, clock.millis());
        }
    }
}
