package dev.belljar.agent.template;

import java.io.IOException;
import java.util.Map;

/// Whether templates of projects are made, by themselves or only on request, and how much disk space they may use
/// together, in bytes.
///
/// The variables `BELLJAR_PROJECT_TEMPLATES` (`on`, `request`, `off`) and `BELLJAR_PROJECT_TEMPLATES_GIB` set
/// them.
public record TemplateSettings(boolean on, boolean automatic, long mostBytes) {
    /// The most templates that are kept.
    static final int MOST = 8;

    private static final long GIB = 1L << 30;
    private static final long USUAL = 20;

    /// The settings of this environment.
    ///
    /// @throws IOException when the space is not a number from 1 to 9999
    public static TemplateSettings from(Map<String, String> environment) throws IOException {
        String mode = environment.getOrDefault("BELLJAR_PROJECT_TEMPLATES", "");
        boolean templates = !"off".equals(environment.get("BELLJAR_TEMPLATES"));
        String gib = environment.getOrDefault("BELLJAR_PROJECT_TEMPLATES_GIB", "");
        if (!gib.isEmpty() && !gib.matches("[1-9][0-9]{0,3}")) {
            throw new IOException(
                    "BELLJAR_PROJECT_TEMPLATES_GIB is \"%s\": expected a number of GiB from 1 to 9999".formatted(gib));
        }
        long most = gib.isEmpty() ? USUAL : Long.parseLong(gib);
        return new TemplateSettings(
                templates && !mode.equals("off"),
                templates && !mode.equals("off") && !mode.equals("request"),
                most * GIB);
    }
}
