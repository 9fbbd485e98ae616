package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** B-ACCESS-5: people sign in at an issuer of OpenID Connect, beside the token. */
@ExtendWith(ConsoleExtension.class)
class IssuerSignInIT {
    private static final FakeIssuer issuer = new FakeIssuer();
    private static Installation machine;

    @BeforeAll
    static void start() {
        machine = Installation.start(issuer.settings());
    }

    @AfterAll
    static void stop() {
        machine.close();
        issuer.close();
    }

    private static Console console(Browser browser) {
        return new Console(browser, machine.url());
    }

    @Test
    void theIssuerLeadsBackToThePageThatWasAskedFor(Browser browser) {
        var console = console(browser).open("/jobs").awaitHeading("Sign in");

        console.click(Role.BUTTON, "Sign in at").awaitHeading("Jobs").awaitSettled();

        assertThat(browser.text("header .who")).startsWith("oidc:otto-7");
        assertThat(browser.text("header .role")).isEqualTo("operator");
        assertThat(browser.url()).endsWith("/console/#/jobs");
        assertThat(browser.evaluate("return sessionStorage.length + localStorage.length + document.cookie.length"))
                .isEqualTo(0L);
        assertThat(issuer.exchanges().getLast())
                .containsKeys("code_verifier", "code", "redirect_uri")
                .doesNotContainKey("client_secret");
        console.click(Role.BUTTON, "oidc:otto-7");
        browser.await("the issuer", () -> browser.text("header .tip").contains("Signed in at " + issuer.url()));
    }

    @Test
    void aTokenSignsInAsBefore(Browser browser) {
        console(browser).open("/jobs").signIn(machine.adminToken()).awaitHeading("Jobs");

        assertThat(browser.text("header .who")).startsWith("admin");
    }

    /** A link of a stranger must not sign anybody in as the stranger. */
    @Test
    void aWayBackThatWasNotBegunHereSignsNobodyIn(Browser browser) {
        int before = issuer.exchanges().size();

        browser.load(machine.url() + "/console/?code=stolen&state=guessed#/jobs");

        console(browser).awaitHeading("Sign in").awaitNotice("not begun in this tab");
        assertThat(browser.url()).doesNotContain("stolen");
        assertThat(issuer.exchanges()).hasSize(before);
    }

    @Test
    void tokensOfAnotherSignInSignNobodyIn(Browser browser) {
        try (var other = new FakeIssuer();
                var own = Installation.start(other.settings())) {
            other.saysAnotherNonce();
            var console = new Console(browser, own.url()).open("/").awaitHeading("Sign in");

            console.click(Role.BUTTON, "Sign in at").awaitNotice("not of this sign-in");

            assertThat(console.heading()).isEqualTo("Sign in");
        }
    }

    /** The content policy names the token endpoint and no other place. */
    @Test
    void thePageMayConnectToTheTokenEndpointOnly(Browser browser) {
        console(browser).open("/").awaitHeading("Sign in");

        assertThat(browser.evaluate("""
            return (async () => {
              const asked = async url => fetch(url, { mode: "no-cors" }).then(() => true, () => false);
              return [await asked("%s/token"), await asked("%s/keys")].join();
            })();\
            """.formatted(issuer.url(), issuer.url()))).isEqualTo("true,false");
        browser.forgetFindings();
    }
}
