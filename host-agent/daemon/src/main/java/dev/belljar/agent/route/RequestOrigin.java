package dev.belljar.agent.route;

import java.util.Optional;

/// From where a request was sent, as far as a browser says.
///
/// All sandboxes share one registrable domain, so to a browser one of them is the `same-site` as another and cookies
/// marked `SameSite` do not keep them apart: that is done here. A browser marks what it sends by `Sec-Fetch-Site` and
/// `Origin`, which no page can set; what has neither is no browser, and needs no protection from one.
enum RequestOrigin {
    /// The person, the page itself, or another port of the same sandbox.
    OWN,
    /// A page of another sandbox or anywhere else.
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

    /// A page of the same sandbox, at the same server.
    private static boolean sibling(String origin, OuterName to) {
        return OuterName.ofOrigin(origin)
                .filter(from -> from.label().equals(to.label()) && tail(from).equals(tail(to)))
                .isPresent();
    }

    private static String tail(OuterName name) {
        return name.authority().substring(name.authority().indexOf('.'));
    }
}
