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

/// Finds addresses of web pages in what is shown; whoever follows one is asked first. No other kind of link leads
/// anywhere.
record WebLinks(Consumer<String> follow) implements HyperlinkFilter {
    private static final Pattern PAGE =
            Pattern.compile("https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:[/?#][!-~&&[^\"'<>`{|}\\\\^]]*)?");
    private static final int LONGEST = 2_048;

    @Override
    public @Nullable LinkResult apply(String line) {
        List<LinkResultItem> found = new ArrayList<>();
        Matcher page = PAGE.matcher(line);
        while (page.find()) {
            String address = trimmed(page.group());
            if (address.length() <= LONGEST) {
                found.add(new LinkResultItem(
                        page.start(), page.start() + address.length(), new LinkInfo(() -> follow.accept(address))));
            }
        }
        return found.isEmpty() ? null : new LinkResult(found);
    }

    // What ends a sentence ends no address.
    private static String trimmed(String address) {
        return address.replaceAll("[.,;:!?)\\]]+$", "");
    }
}
