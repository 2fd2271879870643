package dev.belljar.app.desktop;

import java.util.regex.Pattern;

/// Opens pages in the user's default browser.
public final class WebBrowser {
    private static final Pattern PAGE = Pattern.compile("https?://[!-~]{1,4096}");

    private WebBrowser() {}

    /// Opens a page and returns at once. Anything but an http or https address is ignored, since `xdg-open`
    /// opens whatever it is given.
    ///
    /// `address` begins with `http://` or `https://` and has no spaces.
    public static void open(String address) {
        if (PAGE.matcher(address).matches()) {
            DesktopOpener.open(address);
        }
    }
}
