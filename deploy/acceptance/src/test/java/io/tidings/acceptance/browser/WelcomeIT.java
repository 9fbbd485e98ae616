package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.webhook.ScriptedResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An installation in which nothing was made yet. */
@ExtendWith(ConsoleExtension.class)
class WelcomeIT {

    @Test
    void anEmptyInstallationLeadsToTheFirstEvent(Browser browser) {
        try (var machine = Installation.start()) {
            var console = new Console(browser, machine.url());
            console.open("/").signIn(Installation.READER).awaitText("There is no topic that you can see.");
            console.click(Role.BUTTON, "Sign out").awaitHeading("Sign in");
            console.signIn(machine.adminToken())
                    .awaitText("Send the first event")
                    .awaitText("tidings topic create hello");
            assertThat(console.heading()).isEqualTo("Overview");

            console.type("Endpoint", machine.endpoint().uri("/first").toString());
            console.click(Role.BUTTON, "Create and publish").awaitText("The event has arrived.");

            assertThat(machine.endpoint().requests("/first")).hasSize(1);
            console.click(Role.LINK, "See what happened to the event").awaitText("was delivered to world");
            anEndpointThatCannotBeUsedIsSaid(console, machine);
        }
    }

    /** The topic and the subscription are there now; the form takes them as they are. */
    private static void anEndpointThatCannotBeUsedIsSaid(Console console, Installation machine) {
        machine.endpoint().answers("/first", ScriptedResponse.status(500));
        console.open("/welcome").awaitHeading("Welcome").awaitText("There are topics already.");
        assertThat(console.text()).doesNotContain("There is no topic yet.");
        console.type("Endpoint", "http://192.0.2.1/");

        console.click(Role.BUTTON, "Create and publish");

        console.awaitNotice("must not name an address of a private network");
    }
}
