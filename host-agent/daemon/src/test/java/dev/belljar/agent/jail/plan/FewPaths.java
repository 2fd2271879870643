package dev.belljar.agent.jail.plan;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A host with these files: a path that ends with `/` is a folder, and `a -> b` a link. Folders around them
/// exist.
final class FewPaths implements HostPaths {
    private final Map<String, String> real = new TreeMap<>();
    private final Map<String, Boolean> folders = new TreeMap<>();

    FewPaths(String... files) {
        for (String file : files) {
            String[] link = file.split(" -> ");
            boolean folder = file.endsWith("/");
            String path = folder ? file.substring(0, file.length() - 1) : link[0];
            real.put(path, link.length > 1 ? link[1] : path);
            folders.put(path, folder);
            for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
                real.putIfAbsent(path.substring(0, end), path.substring(0, end));
                folders.put(path.substring(0, end), true);
            }
        }
        real.put("/", "/");
    }

    @Override
    public Optional<String> real(String path) {
        return Optional.ofNullable(real.get(path));
    }

    @Override
    public boolean folder(String path) {
        return folders.getOrDefault(path, false);
    }
}
