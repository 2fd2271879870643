package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.portforward.ConnectionSlots;
import dev.belljar.agent.portforward.UpstreamSockets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests which requests are passed to a guest, and which responses the others get.
class RequestRouterTest {
    private static final String SHOP = "shop.sandbox.localhost:8443";

    @TempDir
    private Path folder;

    private final FakeSites sites = new FakeSites();
    private UpstreamSockets upstreams;
    private ReusedNames successions;
    private RequestRouter reception;

    @BeforeEach
    void open() throws Exception {
        upstreams = new UpstreamSockets(folder, sites, new ConnectionSlots());
        successions = ReusedNames.in(folder.resolve("names"));
        reception = new RequestRouter(
                sites,
                upstreams,
                ErrorPages.built(new AddressFormatter() {
                    @Override
                    public String domain() {
                        return OuterName.LOCALHOST;
                    }

                    @Override
                    public int httpsPort() {
                        return 8443;
                    }
                }),
                successions,
                ask -> !ask.is("caller", "stranger"));
        sites.add("shop", SandboxSite.State.RUNNING, 5173, 8000);
        sites.add("evil", SandboxSite.State.RUNNING, 3000);
        sites.add("docs", SandboxSite.State.ASLEEP);
    }

    @AfterEach
    void close() throws Exception {
        upstreams.close();
    }

    private static ForwardedRequest ask(String host, String... more) {
        Map<String, String> headers = new HashMap<>(Map.of("host", host, "x-forwarded-method", "GET"));
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], more[i + 1]);
        }
        return new ForwardedRequest(headers);
    }

    private static ForwardedRequest navigation(String host, String site) {
        return ask(host, "sec-fetch-site", site, "sec-fetch-mode", "navigate", "sec-fetch-dest", "document");
    }

    private RouteDecision.Pass passes(ForwardedRequest ask) throws Exception {
        return (RouteDecision.Pass) reception.answer(ask);
    }

    private RouteDecision.Page page(ForwardedRequest ask) throws Exception {
        return (RouteDecision.Page) reception.answer(ask);
    }

    @Test
    void aNameRoutesToItsMainPortAndAPortPrefixToThatPort() throws Exception {
        assertThat(passes(ask(SHOP)).host()).isEqualTo("localhost:5173");
        assertThat(passes(ask("8000-" + SHOP)).host()).isEqualTo("localhost:8000");
        assertThat(passes(ask(SHOP)).upstream()).isEqualTo(folder.resolve("id-shop-5173"));
    }

    @Test
    void aDevServerGetsItsOwnOrigin() throws Exception {
        assertThat(passes(ask(SHOP, "origin", "https://" + SHOP)).origin()).isEqualTo("http://localhost:5173");
        assertThat(passes(ask("8000-" + SHOP, "origin", "https://" + SHOP)).origin())
                .isEqualTo("http://localhost:5173");
        assertThat(passes(ask(SHOP)).origin()).isNull();
    }

    @Test
    void anotherUserOfTheHostIsRefused() throws Exception {
        RouteDecision.Page page = page(ask(SHOP, "caller", "stranger"));
        assertThat(page.status()).isEqualTo(403);
        assertThat(page.html()).doesNotContain("shop");
    }

    @Test
    @Timeout(30)
    void requestsThatWaitForASilentGuestAreLimited() throws Exception {
        CountDownLatch silence = new CountDownLatch(1);
        sites.silence = silence;
        try (var asks = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = IntStream.range(0, 20)
                    .mapToObj(any -> asks.submit(() -> page(ask("9999-" + SHOP)).status()))
                    .toList();
            Awaitility.await()
                    .atMost(Durations.TWO_MINUTES)
                    .until(() -> answers.stream().filter(Future::isDone).count() >= 16);
            assertThat(passes(ask("3000-evil.sandbox.localhost:8443")).host()).isEqualTo("localhost:3000");
            silence.countDown();
        }
    }

    @Test
    void crossSiteRequestsAreRefused() throws Exception {
        assertThat(page(ask(SHOP, "origin", "https://news.example")).status()).isEqualTo(403);
        assertThat(page(ask(SHOP, "origin", "null")).status()).isEqualTo(403);
        assertThat(page(ask(SHOP, "origin", "http://" + SHOP)).status()).isEqualTo(403);
        assertThat(page(ask(SHOP, "sec-fetch-site", "cross-site", "sec-fetch-mode", "no-cors"))
                        .status())
                .isEqualTo(403);
        assertThat(page(ask(
                                SHOP,
                                "sec-fetch-site",
                                "cross-site",
                                "sec-fetch-mode",
                                "navigate",
                                "sec-fetch-dest",
                                "iframe"))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void anotherSandboxIsAnotherSite() throws Exception {
        assertThat(page(ask(SHOP, "origin", "https://evil.sandbox.localhost:8443"))
                        .status())
                .isEqualTo(403);
        assertThat(page(ask(SHOP, "origin", "https://shop.sandbox.localhost:9999"))
                        .status())
                .isEqualTo(403);
        assertThat(page(ask(SHOP, "sec-fetch-site", "same-site", "referer", "https://evil.sandbox.localhost:8443/x"))
                        .status())
                .isEqualTo(403);
        assertThat(passes(ask(SHOP, "sec-fetch-site", "same-site", "referer", "https://8000-" + SHOP + "/x"))
                        .host())
                .isEqualTo("localhost:5173");
    }

    @Test
    void aLinkFromAnotherSiteIsPassed() throws Exception {
        assertThat(passes(navigation(SHOP, "cross-site")).host()).isEqualTo("localhost:5173");
    }

    @Test
    void onlyADirectNavigationStartsAStoppedSandbox() throws Exception {
        String docs = "docs.sandbox.localhost:8443";
        assertThat(page(navigation(docs, "cross-site")).html()).contains("is stopped", ">Start<");
        assertThat(page(navigation(docs, "same-site")).html()).contains("is stopped");
        assertThat(page(ask(docs)).html()).contains("is stopped");
        assertThat(page(ask(docs, "sec-fetch-site", "none", "sec-fetch-mode", "no-cors"))
                        .html())
                .contains("is stopped");
        assertThat(sites.woken).isEmpty();
        RouteDecision.Page waking = page(navigation(docs, "none"));
        assertThat(waking.html()).contains("is starting");
        assertThat(waking.refresh()).isPositive();
        assertThat(sites.woken).containsExactly("docs");
    }

    @Test
    void theButtonOfTheStoppedPageStartsTheSandboxAndAReloadDoesNot() throws Exception {
        ForwardedRequest again = navigation("docs.sandbox.localhost:8443", "same-origin");
        assertThat(page(again).html()).contains("is stopped");
        assertThat(sites.woken).isEmpty();
        Map<String, String> pressed = new HashMap<>(again.headers());
        pressed.put("sec-fetch-user", "?1");
        assertThat(page(new ForwardedRequest(pressed)).html()).contains("is starting");
    }

    @Test
    void theStoppedPageDoesNotRefreshItself() throws Exception {
        assertThat(page(navigation("docs.sandbox.localhost", "cross-site")).refresh())
                .isZero();
    }

    @Test
    void aPortWithoutAListenerListsTheOpenPorts() throws Exception {
        RouteDecision.Page silent = page(ask("9999-" + SHOP));
        assertThat(silent.status()).isEqualTo(503);
        assertThat(silent.html())
                .contains("https://8000-" + SHOP + "/", "https://5173-" + SHOP + "/", "node &lt;b&gt;")
                .doesNotContain("node <b>", "{{");
    }

    @Test
    void servicesOfTheMachineAreNotListed() throws Exception {
        List<GuestPort> services = List.of(new GuestPort(22, "sshd", 0), new GuestPort(MainPort.AGENT, "zellij", 1000));
        List<GuestPort> more = new ArrayList<>(services);
        more.add(new GuestPort(8000, "node", 1000));
        sites.sites.add(new SandboxSite("id-plain", "plain", SandboxSite.State.RUNNING, services, 0, null));
        sites.sites.add(new SandboxSite("id-more", "more", SandboxSite.State.RUNNING, more, 0, null));
        assertThat(page(ask("9999-plain.sandbox.localhost:8443")).html())
                .contains("Start a server in the sandbox")
                .doesNotContain("sshd", "zellij");
        assertThat(page(ask("9999-more.sandbox.localhost:8443")).html())
                .contains("https://8000-more")
                .doesNotContain("sshd", "zellij");
    }

    @Test
    void anUnknownNameIsNotFound() throws Exception {
        assertThat(page(ask("nobody.sandbox.localhost")).status()).isEqualTo(404);
        assertThat(page(ask("<script>")).html()).doesNotContain("<script>");
    }

    @Test
    void aBrowserIsResetAtANameThatAnotherSandboxHad() throws Exception {
        successions.see(sites.all());
        assertThat(passes(navigation(SHOP, "none"))).isNotNull();
        sites.add("id-next", "shop", SandboxSite.State.RUNNING, 5173);
        ForwardedRequest first =
                entering(SHOP, "x-forwarded-uri", "/app/?a=b", "cookie", "old=1; " + ReusedNames.MARK + "=id-shop");
        assertThat(reception.answer(first))
                .isEqualTo(new RouteDecision.ResetSiteData(
                        "id-next", SHOP, "/app/?a=b", List.of("old=1", ReusedNames.MARK + "=id-shop")));
        successions.see(sites.all());
        assertThat(reception.answer(entering(SHOP, "cookie", "a=b; " + ReusedNames.MARK + "=id-next")))
                .isInstanceOf(RouteDecision.Pass.class);
        assertThat(reception.answer(ask(SHOP))).isInstanceOf(RouteDecision.Pass.class);
        ForwardedRequest worker =
                ask("5173-" + SHOP, "sec-fetch-site", "same-origin", "sec-fetch-dest", "serviceworker");
        assertThat(reception.answer(worker)).isInstanceOf(RouteDecision.ResetSiteData.class);
    }

    @Test
    void aResetReturnsToTheRequestedAddress() throws Exception {
        reuseTheName();
        RouteDecision.ResetSiteData reset =
                (RouteDecision.ResetSiteData) reception.answer(entering(SHOP, "x-forwarded-uri", "/app?a=b"));
        assertThat(reset.address()).isEqualTo("https://" + SHOP + "/app?a=b&belljar-afresh");
        String mark = ReusedNames.MARK + "=id-next";
        assertThat(reception.answer(entering(SHOP, "x-forwarded-uri", "/app?a=b&belljar-afresh", "cookie", mark)))
                .isEqualTo(new RouteDecision.Elsewhere("https://" + SHOP + "/app?a=b"));
        assertThat(reception.answer(entering(SHOP, "x-forwarded-uri", "/app?a=b", "cookie", mark)))
                .isInstanceOf(RouteDecision.Pass.class);
    }

    @Test
    void aBrowserWithoutCookiesIsNotRedirectedForever() throws Exception {
        reuseTheName();
        assertThat(reception.answer(entering(SHOP))).isInstanceOf(RouteDecision.ResetSiteData.class);
        assertThat(reception.answer(entering(SHOP)))
                .as("another browser, at the same time")
                .isInstanceOf(RouteDecision.ResetSiteData.class);
        RouteDecision.Page page = page(entering(SHOP, "x-forwarded-uri", "/?belljar-afresh", "cookie", "old=1"));
        assertThat(page.status()).isEqualTo(403);
        assertThat(page.html()).contains("is now a different sandbox");
    }

    @Test
    void anOpenPageOfTheFirstSandboxIsRefusedAtTheSecond() throws Exception {
        reuseTheName();
        String origin = "https://" + SHOP;
        assertThat(page(ask(SHOP, "origin", origin, "cookie", "old=1")).status())
                .as("a WebSocket")
                .isEqualTo(403);
        assertThat(page(ask(SHOP, "sec-fetch-site", "same-origin")).status()).isEqualTo(403);
        assertThat(page(ask("8000-" + SHOP, "origin", origin, "cookie", "old=1"))
                        .status())
                .isEqualTo(403);
        assertThat(passes(ask("8000-" + SHOP, "origin", origin)).host()).isEqualTo("localhost:8000");
        assertThat(passes(ask(SHOP, "origin", origin, "cookie", ReusedNames.MARK + "=id-next"))
                        .host())
                .isEqualTo("localhost:5173");
        assertThat(passes(ask(SHOP, "cookie", "old=1")).host()).as("no browser").isEqualTo("localhost:5173");
    }

    private void reuseTheName() {
        successions.see(sites.all());
        sites.add("id-next", "shop", SandboxSite.State.RUNNING, 5173, 8000);
    }

    @Test
    void usedNamesAreKeptOverRestarts() throws Exception {
        reuseTheName();
        successions.see(sites.all());
        ReusedNames later = ReusedNames.in(folder.resolve("names"));
        assertThat(turn(later, "shop")).isEqualTo(ReusedNames.Turn.AFRESH);
        assertThat(turn(later, "evil")).isEqualTo(ReusedNames.Turn.ON);
    }

    @Test
    void aDamagedFileTreatsEachNameAsUsed() throws Exception {
        Path names = folder.resolve("names");
        Files.write(names, new byte[] {'x', ' ', (byte) 0xFF});
        ReusedNames lost = ReusedNames.in(names);
        assertThat(folder.resolve("names.damaged")).exists();
        assertThat(turn(lost, "shop")).isEqualTo(ReusedNames.Turn.AFRESH);
        lost.see(sites.all());
        assertThat(turn(ReusedNames.in(names), "evil")).isEqualTo(ReusedNames.Turn.AFRESH);
    }

    private ReusedNames.Turn turn(ReusedNames kept, String name) {
        OuterName outer = OuterName.parse(name + ".sandbox.localhost:8443").orElseThrow();
        return kept.turn(entering(outer.authority()), outer, site(name));
    }

    @Test
    void aResetClearsStorageAndTheNamedCookies() {
        String head = SiteDataReset.head(new RouteDecision.ResetSiteData(
                "id-next", SHOP, "/app/x?a=b", List.of("old=1", "old=2", "a b=1", "", "=", ReusedNames.MARK + "=x")));
        assertThat(head.split("\r\n"))
                .contains(
                        "Clear-Site-Data: \"cache\", \"storage\"",
                        "Location: https://" + SHOP + "/app/x?a=b&belljar-afresh",
                        "Set-Cookie: old=; Path=/; Max-Age=0; Secure",
                        "Set-Cookie: old=; Path=/app; Max-Age=0; Secure",
                        "Set-Cookie: old=; Path=/app/; Max-Age=0; Secure",
                        "Set-Cookie: old=; Path=/app/x; Max-Age=0; Secure",
                        "Set-Cookie: old=; Path=/app/x/; Max-Age=0; Secure")
                .filteredOn(line -> line.startsWith("Set-Cookie"))
                .hasSize(6);
    }

    private SandboxSite site(String name) {
        return sites.all().stream()
                .filter(site -> site.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ForwardedRequest entering(String host, String... more) {
        Map<String, String> headers = new HashMap<>(navigation(host, "none").headers());
        headers.putAll(ask(host, more).headers());
        return new ForwardedRequest(headers);
    }
}
