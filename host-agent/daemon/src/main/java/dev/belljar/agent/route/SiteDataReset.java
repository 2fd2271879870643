package dev.belljar.agent.route;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Builds the answer that makes a browser delete what another sandbox stored at an address: `Clear-Site-Data`
/// for everything except cookies, and one header for each cookie that the browser sent.
///
/// `Clear-Site-Data: "cookies"` would delete the cookies of all sandboxes, which are one site to a browser. A
/// cookie for a path that was not requested is not known here and remains.
final class SiteDataReset {
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
    private static final Pattern FOLDER = Pattern.compile("[0-9A-Za-z._~%-]{1,100}");
    private static final int MOST_COOKIES = 50;
    private static final int DEEPEST = 4;

    private SiteDataReset() {}

    /// The head of the answer, which redirects to the requested address.
    static String head(RouteDecision.ResetSiteData answer) {
        StringBuilder head =
                new StringBuilder("HTTP/1.1 307 Belljar\r\nContent-Length: 0\r\nCache-Control: no-store\r\n"
                        + "Clear-Site-Data: \"cache\", \"storage\"\r\nLocation: " + answer.address()
                        + "\r\nSet-Cookie: "
                        + ReusedNames.MARK + "=" + answer.id()
                        + "; Path=/; Max-Age=31536000; Secure; HttpOnly; SameSite=Lax\r\n");
        List<String> folders = folders(answer.path());
        answer.cookies().stream()
                .map(cookie -> cookie.substring(0, Math.max(0, cookie.indexOf('='))))
                .filter(name -> NAME.matcher(name).matches() && !name.equals(ReusedNames.MARK))
                .distinct()
                .limit(MOST_COOKIES)
                .forEach(name -> folders.forEach(folder -> head.append("Set-Cookie: ")
                        .append(name)
                        .append("=; Path=")
                        .append(folder)
                        .append("; Max-Age=0; Secure\r\n")));
        return head.append("\r\n").toString();
    }

    /// The paths for which a received cookie may have been set: `/app` and `/app/` are two of them.
    private static List<String> folders(String path) {
        List<String> folders = new ArrayList<>(List.of("/"));
        StringBuilder folder = new StringBuilder("/");
        for (String part : path.replaceFirst("[?#].*$", "").substring(1).split("/")) {
            if (folders.size() > 2 * DEEPEST || !FOLDER.matcher(part).matches()) {
                break;
            }
            folders.add(folder.append(part).toString());
            folders.add(folder.append('/').toString());
        }
        return folders;
    }
}
