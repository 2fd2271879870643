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
                "Unknown address",
                "No sandbox has the address <code>" + text(host) + "</code>.",
                "<code>belljar routes</code> lists all addresses.");
    }

    String stranger() {
        return page(
                "This address belongs to another user",
                "This sandbox belongs to another user of this computer. Only that user can open it.",
                "Belljar identifies users by the owner of the connection.");
    }

    String foreign(SandboxSite site) {
        return page(
                name(site) + " does not accept requests from other sites",
                "A page on another site sent this request, so Belljar blocked it.",
                "Open the address directly.");
    }

    String succeeded(SandboxSite site) {
        return page(
                name(site) + " is now a different sandbox",
                "Another sandbox used this name before. That sandbox's browser data is not sent to this one.",
                "<a class=\"button\" href=\"/\">Open this sandbox</a> Your browser must allow cookies.");
    }

    String waking(SandboxSite site) {
        return page(
                name(site) + " is starting",
                "<span class=\"busy\"></span>The page loads as soon as the sandbox responds.",
                "");
    }

    String asleep(SandboxSite site) {
        return page(
                name(site) + " is stopped",
                "Start the sandbox to open this page. If it is hibernated, it resumes where it left off.",
                "<a class=\"button\" href=\"\">Start</a>");
    }

    String away(SandboxSite site) {
        return page(
                name(site) + " is not running",
                "The sandbox is stopping, or it failed to start. See Belljar's window or run <code>belljar list</code>.",
                "<code>belljar start " + name(site) + "</code> starts it.");
    }

    String broken(SandboxSite site, String why) {
        return page(name(site) + " cannot be reached", "Reason: " + text(why) + ".", "");
    }

    String failed(String host) {
        return page(
                "No response from the server",
                "The server at <code>" + text(host) + "</code> closed the connection or does not speak HTTP.",
                "<a class=\"button\" href=\"\">Try again</a>");
    }

    String silent(SandboxSite site, @Nullable Integer port, OuterName asked) {
        String lead = port == null
                ? "The sandbox is running, but no dev server was found in it."
                : "The sandbox is running, but no server is listening on port <b>" + port + "</b>.";
        return page("No server in " + name(site), lead, listening(site, asked));
    }

    private String listening(SandboxSite site, OuterName asked) {
        List<GuestPort> own = site.ports().stream()
                .filter(port -> MainPort.service(port) == null)
                .sorted(MainPort.LIKELIEST)
                .toList();
        if (own.isEmpty()) {
            return "Start a server in the sandbox, then reload this page.";
        }
        StringBuilder list = new StringBuilder("Ports with a server:<ul>");
        own.forEach(port -> list.append("<li><a href=\"")
                .append(text(addresses.beside(asked, site, port.port())))
                .append("\">")
                .append(port.port())
                .append("</a> ")
                .append(text(port.process()))
                .append("</li>"));
        list.append("</ul>");
        if (site.unlisted() > 0) {
            list.append("and ").append(site.unlisted()).append(" more");
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
