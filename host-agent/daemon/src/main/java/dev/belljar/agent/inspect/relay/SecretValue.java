package dev.belljar.agent.inspect.relay;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The value of a secret for one connection, as it is at each request: it may be renewed, or its use may end,
/// while the connection is open.
public interface SecretValue {
    /// The value as in header fields, with each byte as one character; null if there is none now, or if it
    /// may not be inserted any more.
    @Nullable
    String now();

    /// Whether it should be renewed before the next request.
    boolean due();

    /// Renews it on another thread, and then runs `then` on any thread, also after a failure.
    void renew(Runnable then);

    /// A value that does not change.
    static SecretValue fixed(String value) {
        String bytes = bytes(value);
        return new SecretValue() {
            @Override
            public String now() {
                return bytes;
            }

            @Override
            public boolean due() {
                return false;
            }

            @Override
            public void renew(Runnable then) {
                then.run();
            }
        };
    }

    /// The text with each byte as one character.
    static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
