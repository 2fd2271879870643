package dev.belljar.app.recorded.sample;

import dev.belljar.contract.request.network.ChooseMirrors;
import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorList;
import dev.belljar.contract.view.network.MirrorTool;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The mirrors in the configuration of the recorded host; what was chosen last is shown.
public final class SampleMirrors {
    private static final String NPM = "8c1f04be";
    private static final String PROXY = "d20a77e3";

    private final Set<String> chosen = ConcurrentHashMap.newKeySet();

    /// The mirrors.
    public MirrorList list() {
        return new MirrorList(mirrors(), List.of());
    }

    private List<HostMirror> mirrors() {
        HostMirror npm = new HostMirror(
                NPM,
                MirrorTool.NPM,
                MirrorKind.REGISTRY,
                "",
                "https://npm.example.com/repository/all/",
                "/home/dev/.npmrc",
                "npm.example.com:443",
                true,
                List.of(),
                chosen.contains(NPM),
                null);
        HostMirror proxy = new HostMirror(
                PROXY,
                MirrorTool.APT,
                MirrorKind.PROXY,
                "http",
                "http://proxy.example.com:3128/",
                "/etc/apt/apt.conf.d/proxy",
                null,
                false,
                List.of(),
                false,
                "guests cannot use a proxy: Belljar decides about each connection by its name,"
                        + " which a proxy would hide");
        return List.of(npm, proxy);
    }

    /// Chooses mirrors.
    public MirrorChange use(ChooseMirrors request) {
        chosen.addAll(request.mirrors());
        return changed(request);
    }

    /// Ends choices.
    public MirrorChange forget(ChooseMirrors request) {
        request.mirrors().forEach(chosen::remove);
        return changed(request);
    }

    private MirrorChange changed(ChooseMirrors request) {
        List<HostMirror> named = mirrors().stream()
                .filter(each -> request.mirrors().contains(each.id()))
                .toList();
        return new MirrorChange(mirrors(), named, List.of("shop"), List.of());
    }
}
