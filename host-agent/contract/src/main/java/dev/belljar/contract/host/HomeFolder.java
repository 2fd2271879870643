package dev.belljar.contract.host;

import java.nio.file.Path;
import java.util.Map;

/// The home folder that `~` stands for, as shells and git read it.
public final class HomeFolder {
    private HomeFolder() {}

    /// The folder `HOME` names in this environment, else the one of the user's account.
    public static Path of(Map<String, String> environment) {
        String named = environment.getOrDefault("HOME", "");
        return Path.of(named.startsWith("/") ? named : System.getProperty("user.home", "/"));
    }
}
