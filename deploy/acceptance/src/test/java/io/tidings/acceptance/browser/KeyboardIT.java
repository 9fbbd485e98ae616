package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.webhook.ScriptedResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** The way to a repair, without a mouse. */
@ExtendWith(ConsoleExtension.class)
class KeyboardIT {

    @Test
    void tabAndEnterLeadFromTheTokenToARetry(Console console, Installation machine) {
        machine.endpoint().answers("/keys", ScriptedResponse.status(503));
        machine.topic("keys");
        machine.subscribe("keys", "board", "/keys");
        machine.publish("keys", "key-1");
        machine.awaitState("keys", "key-1", "board", "Waiting");

        console.open("/").awaitHeading("Sign in");
        console.tabTo(Role.FIELD, "Token").press(machine.adminToken()).press(Keys.ENTER);
        console.awaitHeading("Overview");
        console.tabTo(Role.LINK, "keys").press(Keys.ENTER);
        console.awaitHeading("Topic keys");
        assertThat(console.browser().focused().getText()).isEqualTo("Topic keys");
        console.tabTo(Role.LINK, "board").press(Keys.ENTER);
        console.awaitHeading("Subscription keys/board");
        console.tabTo(Role.BUTTON, "Retry now").press(Keys.ENTER);
        console.awaitDialog();
        console.tabTo(Role.BUTTON, "Retry").press(Keys.ENTER);

        console.awaitNoDialog();
        assertThat(console.clicks()).isZero();
        console.awaitNotice("What waits for keys/board is sent within seconds.");
    }

    @Test
    void escapeClosesADialogAndNothingIsDone(Console console, Installation machine) {
        machine.topic("escape");
        machine.subscribe("escape", "board", "/escape");
        console.open("/topics/escape/subscriptions/board").signIn(machine.adminToken());
        console.tabTo(Role.BUTTON, "Pause").press(Keys.ENTER);
        console.awaitDialog();

        console.press(Keys.ESCAPE).awaitNoDialog();

        assertThat(console.tabTo(Role.BUTTON, "Pause").enabled(Role.BUTTON, "Pause"))
                .isTrue();
        assertThat(machine.manage("GET", "/topics/escape/eventSubscriptions/board", "")
                        .at("/properties/paused")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void theSkipLinkMovesTheFocusToTheContent(Console console, Installation machine) {
        console.open("/jobs").signIn(machine.adminToken()).awaitHeading("Jobs");

        console.tabTo(Role.LINK, "Skip to the content").press(Keys.ENTER);

        assertThat(console.browser().focused().getDomAttribute("id")).isEqualTo("main");
        assertThat(console.heading()).isEqualTo("Jobs");
    }
}
