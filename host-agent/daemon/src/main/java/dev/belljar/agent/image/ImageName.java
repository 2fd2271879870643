package dev.belljar.agent.image;

import java.util.regex.Pattern;

/// The name of an imported image, such as `node:22` or `registry.example/team/tools:1.4`.
final class ImageName {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@+-]{0,199}");
    private static final String DOCKER = "docker.io/";
    private static final String LIBRARY = "library/";

    private ImageName() {}

    static boolean valid(String name) {
        return NAME.matcher(name).matches();
    }

    /// The same for all names of one image: with a tag, without Docker's registry and without the host that
    /// Podman puts before the names of images it built.
    static String canonical(String name) {
        String rest = name;
        for (String prefix : new String[] {"localhost/", DOCKER, LIBRARY}) {
            rest = rest.startsWith(prefix) ? rest.substring(prefix.length()) : rest;
        }
        boolean tagged = rest.indexOf(':', rest.lastIndexOf('/') + 1) >= 0 || rest.indexOf('@') >= 0;
        return tagged ? rest : rest + ":latest";
    }
}
