package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.model.hyperlinks.HyperlinkFilter;
import com.techsenger.jeditermfx.core.model.hyperlinks.LinkInfo;
import com.techsenger.jeditermfx.core.model.hyperlinks.LinkResult;
import com.techsenger.jeditermfx.core.model.hyperlinks.LinkResultItem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds addresses of web pages in the output; the user is asked before one is opened. Other links are
/// ignored.
///
/// Called while the terminal's buffer is locked, so its cost is bounded whatever a program prints.
record WebLinks(Consumer<String> follow) implements HyperlinkFilter {
    private static final int LONGEST = 2_048;
    private static final int LONGEST_LINE = 16_384;
    private static final Pattern PAGE =
            Pattern.compile("https?://[A-Za-z0-9.-]{1,2048}(?::[0-9]{1,5})?(?:[/?#][!-~&&[^\"'<>`{|}\\\\^]]{0,2048})?");
    private static final String ENDINGS = ".,;:!?)]";

    @Override
    public @Nullable LinkResult apply(String line) {
        List<LinkResultItem> found = new ArrayList<>();
        int end = Math.min(line.length(), LONGEST_LINE);
        Matcher page = PAGE.matcher(line).region(0, end);
        while (page.find()) {
            // A truncated address would lead elsewhere.
            boolean cut = page.end() == end && end < line.length();
            if (!cut && page.end() - page.start() <= LONGEST) {
                String address = trimmed(page.group());
                found.add(new LinkResultItem(
                        page.start(), page.start() + address.length(), new LinkInfo(() -> follow.accept(address))));
            }
        }
        return found.isEmpty() ? null : new LinkResult(found);
    }

    // Punctuation that ends a sentence is not part of the address.
    private static String trimmed(String address) {
        int end = address.length();
        while (end > 0 && ENDINGS.indexOf(address.charAt(end - 1)) >= 0) {
            end--;
        }
        return address.substring(0, end);
    }
}
