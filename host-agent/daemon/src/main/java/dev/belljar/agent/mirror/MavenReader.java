package dev.belljar.agent.mirror;

import dev.belljar.agent.mirror.FoundMirror.MirrorSlot;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorTool;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Reads the mirrors and proxies in Maven's settings, with the logins of their servers.
final class MavenReader {
    private static final int MOST = 200;
    private static final int DEEPEST = 50;

    private final List<Map<String, String>> mirrors = new ArrayList<>();
    private final List<Map<String, String>> proxies = new ArrayList<>();
    private final Map<String, Map<String, String>> servers = new HashMap<>();

    private MavenReader() {}

    /// The mirrors in these settings.
    ///
    /// @throws XMLStreamException when they are not valid XML
    static List<FoundMirror> read(String source, String text) throws XMLStreamException {
        MavenReader reader = new MavenReader();
        reader.parse(text);
        List<FoundMirror> found = new ArrayList<>();
        for (Map<String, String> each : reader.mirrors) {
            if ("true".equals(each.get("blocked"))) {
                continue; // it leads nowhere; Maven comes with one for addresses without TLS
            }
            String of = each.getOrDefault("mirrorOf", "").strip();
            MirrorSlot slot = new MirrorSlot(MirrorTool.MAVEN, MirrorKind.MIRROR, of);
            FoundMirror mirror = reader.mirror(slot, each, source);
            found.add(of.isEmpty() ? mirror.unusable("it does not say what it mirrors: expected mirrorOf") : mirror);
        }
        for (Map<String, String> each : reader.proxies) {
            if (!"false".equals(each.get("active"))) {
                MirrorSlot slot =
                        new MirrorSlot(MirrorTool.MAVEN, MirrorKind.PROXY, each.getOrDefault("protocol", "http"));
                String at = "http://%s:%s".formatted(each.getOrDefault("host", ""), each.getOrDefault("port", "8080"));
                found.add(FoundMirror.of(slot, at, source, null));
            }
        }
        return found;
    }

    private FoundMirror mirror(MirrorSlot slot, Map<String, String> mirror, String source) {
        Map<String, String> login = servers.getOrDefault(mirror.getOrDefault("id", ""), Map.of());
        String password = login.getOrDefault("password", "");
        String url = mirror.getOrDefault("url", "");
        if (password.startsWith("{") && password.endsWith("}")) {
            return FoundMirror.of(slot, url, source, null)
                    .with("its password is left out: it is encrypted with Maven's own key");
        }
        return FoundMirror.of(
                slot,
                url,
                source,
                password.isEmpty() ? null : MirrorCredential.login(null, login.getOrDefault("username", ""), password));
    }

    private void parse(String text) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
        List<String> path = new ArrayList<>();
        Map<String, String> current = new HashMap<>();
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                path.add(xml.getLocalName());
                if (path.size() > DEEPEST) {
                    throw new XMLStreamException("it is nested too deeply");
                }
                current = path.size() == 3 ? started(path) : current;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                ended(path, current);
                path.removeLast();
            } else if (event == XMLStreamConstants.CHARACTERS && path.size() == 4) {
                current.merge(path.getLast(), xml.getText().strip(), String::concat);
            } else if (event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new XMLStreamException("it contains entities, which Belljar does not read");
            }
        }
    }

    /// A new entry for an element such as `settings/mirrors/mirror`.
    private Map<String, String> started(List<String> path) throws XMLStreamException {
        Map<String, String> entry = new HashMap<>();
        switch (String.join("/", path)) {
            case "settings/mirrors/mirror" -> mirrors.add(entry);
            case "settings/proxies/proxy" -> proxies.add(entry);
            default -> {}
        }
        if (mirrors.size() + proxies.size() + servers.size() > MOST) {
            throw new XMLStreamException("it has more than %d mirrors, proxies and servers".formatted(MOST));
        }
        return entry;
    }

    private void ended(List<String> path, Map<String, String> entry) {
        if (String.join("/", path).equals("settings/servers/server")) {
            servers.putIfAbsent(entry.getOrDefault("id", ""), entry);
        }
    }
}
