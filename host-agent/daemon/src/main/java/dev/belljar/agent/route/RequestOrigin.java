package dev.belljar.agent.route;

import java.util.Optional;

/// The origin of a request, as the browser reports it.
///
/// All sandboxes share one registrable domain, so a browser treats them as `same-site`, and cookies marked
/// `SameSite` do not separate them: this class does. A browser adds `Sec-Fetch-Site` and `Origin` to its
/// requests, which no page can set; a request with neither does not come from a browser and needs no protection
/// against pages.
enum RequestOrigin {
    /// The user, the page itself, or another port of the same sandbox.
    OWN,
    /// A page of another sandbox or of any other site.
    FOREIGN;

    static RequestOrigin of(ForwardedRequest ask, OuterName to) {
        Optional<String> origin = ask.header("origin");
        if (origin.isPresent()) {
            return sibling(origin.get(), to) ? OWN : FOREIGN;
        }
        return switch (ask.header("sec-fetch-site").orElse("none")) {
            case "none", "same-origin" -> OWN;
            case "same-site" -> referred(ask, to) ? OWN : FOREIGN;
            default -> FOREIGN;
        };
    }

    private static boolean referred(ForwardedRequest ask, OuterName to) {
        return ask.header("referer")
                .map(referer -> referer.replaceFirst("^(https://[^/]*)/.*$", "$1"))
                .filter(origin -> sibling(origin, to))
                .isPresent();
    }

    /// True for a page of the same sandbox on the same server.
    private static boolean sibling(String origin, OuterName to) {
        return OuterName.ofOrigin(origin)
                .filter(from -> from.label().equals(to.label()) && tail(from).equals(tail(to)))
                .isPresent();
    }

    private static String tail(OuterName name) {
        return name.authority().substring(name.authority().indexOf('.'));
    }
}
