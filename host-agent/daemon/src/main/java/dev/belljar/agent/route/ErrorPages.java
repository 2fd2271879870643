package dev.belljar.agent.route;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The pages that are shown instead of a dev server's. They load nothing from elsewhere, and text of a guest is
/// escaped.
final class ErrorPages {
    private final String template;
    private final AddressFormatter addresses;

    ErrorPages(String template, AddressFormatter addresses) {
        this.template = template;
        this.addresses = addresses;
    }

    /// The pages made from `caddy/page.html`.
    ///
    /// @throws IOException when the build does not contain it
    static ErrorPages built(AddressFormatter addresses) throws IOException {
        return new ErrorPages(CaddyConfig.text("page.html"), addresses);
    }

    String unknown(String host) {
        return page(
                "Nothing has this name",
                "No sandbox is called <code>" + text(host) + "</code>.",
                "<code>belljar routes</code> lists every address there is.");
    }

    String stranger() {
        return page(
                "Not for this user",
                "These sandboxes belong to another user of this host, and only that user may open them.",
                "Belljar tells users apart by the owner of the connection.");
    }

    String foreign(SandboxSite site) {
        return page(
                name(site) + " is not for other sites",
                "A page of another site sent this request, and it was refused.",
                "Open the address itself, or a link to it.");
    }

    String succeeded(SandboxSite site) {
        return page(
                name(site) + " is another sandbox now",
                "Another sandbox had this name before; its data in the browser is not sent to this one.",
                "<a class=\"button\" href=\"/\">Open this one</a> This needs cookies in the browser.");
    }

    String waking(SandboxSite site) {
        return page(
                name(site) + " is waking up",
                "<span class=\"busy\"></span>The page opens by itself as soon as the machine answers.",
                "");
    }

    String asleep(SandboxSite site) {
        return page(
                name(site) + " is asleep",
                "Start its machine to open this page; if it is hibernated, it continues where it was.",
                "<a class=\"button\" href=\"\">Wake it up</a>");
    }

    String away(SandboxSite site) {
        return page(
                name(site) + " does not run",
                "It is stopping or has failed; the window says why.",
                "<code>belljar start " + name(site) + "</code> starts it.");
    }

    String broken(SandboxSite site, String why) {
        return page(name(site) + " cannot be reached", text(why) + ".", "");
    }

    String failed(String host) {
        return page(
                "No answer from inside",
                "The server behind <code>" + text(host) + "</code> closed the connection, or does not speak HTTP.",
                "<a class=\"button\" href=\"\">Try again</a>");
    }

    String silent(SandboxSite site, @Nullable Integer port, OuterName asked) {
        String lead = port == null
                ? "The machine runs, but nothing in it listens that could be a dev server."
                : "The machine runs, but nothing in it listens on port <b>" + port + "</b>.";
        return page("Nothing listens in " + name(site), lead, listening(site, asked));
    }

    private String listening(SandboxSite site, OuterName asked) {
        List<GuestPort> own = site.ports().stream()
                .filter(port -> MainPort.service(port) == null)
                .sorted(MainPort.LIKELIEST)
                .toList();
        if (own.isEmpty()) {
            return "Start a server in it, and load this page again.";
        }
        StringBuilder list = new StringBuilder("These ports do:<ul>");
        own.forEach(port -> list.append("<li><a href=\"")
                .append(text(addresses.beside(asked, site, port.port())))
                .append("\">")
                .append(port.port())
                .append("</a> ")
                .append(text(port.process()))
                .append("</li>"));
        list.append("</ul>");
        if (site.unlisted() > 0) {
            list.append("and ").append(site.unlisted()).append(" more, which are not listed");
        }
        return list.toString();
    }

    private String page(String title, String lead, String more) {
        return template.replace("{{title}}", title).replace("{{lead}}", lead).replace("{{more}}", more);
    }

    private static String name(SandboxSite site) {
        return text(site.name());
    }

    /// Escapes text for HTML, and the braces that Caddy's templates would interpret.
    static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;")
                .replace("{", "&#123;");
    }
}
