package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A token opens the console, and stays in the memory of the tab. */
@ExtendWith(ConsoleExtension.class)
class SignInIT {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types lit-html";

    @Test
    void theTokenOpensThePageThatWasAskedFor(Console console, Installation machine) {
        console.open("/jobs")
                .awaitHeading("Sign in")
                .signIn(machine.adminToken())
                .awaitHeading("Jobs");

        assertThat(console.browser().title()).isEqualTo("Jobs · Tidings");
    }

    @Test
    void aWrongTokenGetsTheSentenceOfTheServer(Console console) {
        console.open("/").type("Token", "wrong").click(Role.BUTTON, "Sign in");

        console.browser().await("an alert", () -> console.browser().has("[role=alert]"));
        assertThat(console.heading()).isEqualTo("Sign in");
        assertThat(console.browser().text("[role=alert]")).containsIgnoringCase("token");
    }

    @Test
    void theTokenIsInNoAddressCookieOrStorage(Console console, Installation machine) {
        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview").awaitSettled();

        assertThat(console.browser().url()).doesNotContain(machine.adminToken());
        assertThat(kept(console.browser())).isEqualTo("");
        assertThat(console.browser()
                        .evaluate("return performance.getEntriesByType('resource').map(each => each.name).join(' ')")
                        .toString())
                .contains("/overview")
                .doesNotContain(machine.adminToken());
    }

    private static String kept(Browser browser) {
        return browser.evaluate("""
            return document.cookie + Object.entries(localStorage) + Object.entries(sessionStorage)
              + (history.state === null ? '' : JSON.stringify(history.state));\
            """).toString();
    }

    @Test
    void aLinkSignsInOnce(Console console, Installation machine) {
        var code = machine.manage("POST", "/console/sign-in", "").path("code").asText();

        console.open("/jobs?code=" + code).awaitHeading("Jobs");

        assertThat(console.browser().url()).endsWith("/jobs");
        assertThat(kept(console.browser())).isEqualTo("");
        console.browser().load("about:blank");
        console.open("/jobs?code=" + code).awaitHeading("Sign in").awaitNotice("This link has been used");
    }

    @Test
    void aReloadAsksAgain(Console console, Installation machine) {
        console.open("/jobs").signIn(machine.adminToken()).awaitHeading("Jobs");

        console.browser().reload();

        console.awaitHeading("Sign in").signIn(machine.adminToken()).awaitHeading("Jobs");
    }

    /** #31: the console asked for its settings once, and stayed dead without them. */
    @Test
    void withoutItsSettingsTheConsoleSaysSoAndStartsWhenTheyCome(Console console) {
        console.browser().block("*/console/settings.json*");

        console.open("/").awaitHeading("This page cannot be shown");

        console.awaitText("Tidings cannot be reached. The page is shown as soon as it can.");
        console.browser().block();
        console.awaitHeading("Sign in");
    }

    @Test
    void aPageThatCouldNotBeLoadedIsShownAsSoonAsItCanBe(Console console, Installation machine) {
        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview");
        console.browser().block("*/console/pages/jobs.js*");

        console.open("/jobs").awaitHeading("This page cannot be shown");

        console.browser().block();
        console.awaitHeading("Jobs");
    }

    @Test
    void signingOutForgetsTheToken(Console console, Installation machine) {
        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview");

        console.click(Role.BUTTON, "Sign out").awaitHeading("Sign in");

        assertThat(console.value("Token")).isEmpty();
    }

    @Test
    void everyFileHasThePolicyThatForbidsWhatIsNotOurs(Installation machine) throws Exception {
        for (var path :
                new String[] {"/console", "/console/", "/console/app.js", "/console/lib/lit-html/lit-html.js"}) {
            var response = get(machine.url() + path);
            assertThat(response.headers().firstValue("content-security-policy"))
                    .as(path)
                    .contains(POLICY);
            assertThat(response.headers().firstValue("x-content-type-options"))
                    .as(path)
                    .contains("nosniff");
            assertThat(response.headers().firstValue("referrer-policy"))
                    .as(path)
                    .contains("no-referrer");
        }
    }

    private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
        }
    }
}
