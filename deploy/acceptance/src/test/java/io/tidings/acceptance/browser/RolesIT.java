package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.webhook.ScriptedResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A person sees the actions that the token does not allow, and which role they need; the server refuses them anyway. */
@ExtendWith(ConsoleExtension.class)
class RolesIT {
    private static final List<String> OF_OPERATORS =
            List.of("Pause", "Retry now", "Send a test event", "Redrive dead letters");
    private static final List<String> OF_ADMINS = List.of("Rotate signing secret", "Delete");

    @Test
    void aReaderLooksAndDoesNothing(Console console, Installation machine) {
        subscription(machine, "read");
        console.open("/topics/read/subscriptions/billing")
                .signIn(Installation.READER)
                .awaitHeading("Subscription read/billing")
                .awaitSettled();

        for (var action : OF_OPERATORS) {
            assertThat(console.enabled(Role.BUTTON, action)).as(action).isFalse();
        }
        for (var action : OF_ADMINS) {
            assertThat(console.enabled(Role.BUTTON, action)).as(action).isFalse();
        }
        var path = "/topics/read/eventSubscriptions/billing";
        assertThat(machine.statusFor(Installation.READER, "PATCH", path, "{\"properties\":{\"paused\":true}}"))
                .isEqualTo(403);
        assertThat(machine.statusFor(Installation.READER, "POST", path + "/retryNow", ""))
                .isEqualTo(403);
        assertThat(machine.statusFor(Installation.READER, "DELETE", path, "")).isEqualTo(403);
    }

    @Test
    void anActionThatIsNotAllowedSaysWhichRoleItNeeds(Console console, Installation machine) {
        subscription(machine, "need");
        console.open("/topics/need/subscriptions/billing").signIn(Installation.READER);

        var pause = console.browser().element(Role.BUTTON, "Pause");
        pause.click();

        assertThat(pause.getDomAttribute("title"))
                .isEqualTo("Needs the role operator for the topic need; your token has reader.");
        assertThat(console.browser().has("dialog[open]")).isFalse();
    }

    @Test
    void anOperatorPausesButDoesNotDelete(Console console, Installation machine) {
        subscription(machine, "operate");
        console.open("/topics/operate/subscriptions/billing")
                .signIn(Installation.OPERATOR)
                .awaitHeading("Subscription operate/billing")
                .awaitSettled();

        for (var action : OF_OPERATORS) {
            assertThat(console.enabled(Role.BUTTON, action)).as(action).isTrue();
        }
        for (var action : OF_ADMINS) {
            assertThat(console.enabled(Role.BUTTON, action)).as(action).isFalse();
        }
    }

    @Test
    void aReaderSeesWhatHappenedButNotTheEventItself(Console console, Installation machine) {
        subscription(machine, "unseen");
        console.open("/topics/unseen/events/e-1").signIn(Installation.READER).awaitText("DeadLettered");
        theEventIsNotShown(console);
        console.open("/topics/unseen/subscriptions/billing/dead-letters")
                .click(Role.BUTTON, "Show the dead letter of event e-1");
        theEventIsNotShown(console);
    }

    @Test
    void aReaderIsLedToNoFormAndSelectsNothing(Console console, Installation machine) {
        var why = "the role operator; your token has reader.";
        subscription(machine, "unchanged");
        machine.topic("unused");
        console.open("/subscriptions?topic=unchanged").signIn(Installation.READER);
        console.awaitText("unchanged/billing").awaitText(why);
        assertThat(console.shows(Role.LINK, "Create")).isFalse();
        assertThat(console.browser().has("main input[type=checkbox]")).isFalse();
        assertThat(console.shows(Role.BUTTON, "Select all")).isFalse();

        console.open("/topics/unchanged/subscriptions/billing/dead-letters").awaitText("e-1");
        assertThat(console.browser().has("main input[type=checkbox]")).isFalse();
        assertThat(console.enabled(Role.BUTTON, "Redrive all")).isFalse();

        console.open("/topics/unused").awaitText("No subscription yet");
        for (var action : List.of("Publish an event", "Show the keys")) {
            assertThat(console.enabled(Role.BUTTON, action)).as(action).isFalse();
        }
        console.open("/filter?topic=unused").awaitText("in the schema of the topic");
        console.click(Role.BUTTON, "Try").awaitText("The topic unused has no subscriptions.");
        console.open("/").awaitHeading("Overview").awaitSettled();
        assertThat(console.shows(Role.LINK, "Create")).isFalse();
    }

    @Test
    void aReaderSeesAJobAndStartsNone(Console console, Installation machine) {
        subscription(machine, "asked");
        var job = machine.manage("POST", "/jobs", """
            {"kind":"redrive","topic":"asked","subscription":"billing","dryRun":true}\
            """).path("id").asText();
        console.open("/jobs/" + job).signIn(Installation.READER).awaitText("1 dead letter would be redriven");

        assertThat(console.enabled(Role.BUTTON, "Redrive 1 event")).isFalse();
    }

    private static void theEventIsNotShown(Console console) {
        var show = console.browser().element(Role.BUTTON, "Show the event");
        assertThat(show.getDomAttribute("title"))
                .isEqualTo("Needs the role payloads for the topic unseen; your token has reader.");
        show.click();
        assertThat(console.browser().has(".payload")).isFalse();
    }

    private static void subscription(Installation machine, String topic) {
        machine.endpoint().answers("/" + topic, ScriptedResponse.status(400));
        machine.topic(topic);
        machine.subscribe(topic, "billing", "/" + topic);
        machine.deadLetter(topic, "e-1", "billing");
    }
}
