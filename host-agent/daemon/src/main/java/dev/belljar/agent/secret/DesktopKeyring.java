package dev.belljar.agent.secret;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The desktop keyring, accessed with `secret-tool`. A value is passed on standard input, in base64 so that
/// every byte is preserved.
public final class DesktopKeyring implements SecretKeyring {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String SERVICE = "belljar";

    private final String tool;

    private DesktopKeyring(String tool) {
        this.tool = tool;
    }

    /// The keyring of this environment, or `NONE`: it needs a desktop session and the tool on the path.
    public static SecretKeyring of(Map<String, String> environment) {
        boolean session = environment.containsKey("DBUS_SESSION_BUS_ADDRESS");
        if (!session || "off".equals(environment.get("BELLJAR_KEYRING"))) {
            return NONE;
        }
        return Stream.of(environment.getOrDefault("PATH", "/usr/bin").split(":", -1))
                .map(folder -> Path.of(folder, "secret-tool"))
                .filter(Files::isExecutable)
                .findFirst()
                .<SecretKeyring>map(found -> new DesktopKeyring(found.toString()))
                .orElse(NONE);
    }

    @Override
    public boolean put(String name, String value) throws InterruptedException {
        byte[] text = Base64.getEncoder().encode(value.getBytes(StandardCharsets.UTF_8));
        try {
            Command store = Command.of(tool, "store", "--label=Belljar " + name, "service", SERVICE, "name", name);
            return store.input(text).timeout(PATIENCE).run().exit() == 0 && value.equals(get(name));
        } catch (CommandException e) {
            return false;
        }
    }

    @Override
    public @Nullable String get(String name) throws InterruptedException {
        try {
            Command.Output output = Command.of(tool, "lookup", "service", SERVICE, "name", name)
                    .timeout(PATIENCE)
                    .run();
            String text = output.text().strip();
            return output.exit() != 0 || text.isEmpty()
                    ? null
                    : new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (CommandException | IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public void remove(String name) throws InterruptedException {
        try {
            Command.Output _ = Command.of(tool, "clear", "service", SERVICE, "name", name)
                    .timeout(PATIENCE)
                    .run();
        } catch (CommandException e) {
            // The value cannot be deleted while the keyring is unavailable; the store removes the name all the
            // same.
        }
    }

    @Override
    public String sentence() {
        return "secrets are stored in the desktop keyring; those that the keyring rejects are stored in a "
                + "file that only you can read";
    }
}
