package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A topic, its subscriptions, and an event that is published from its page. */
@ExtendWith(ConsoleExtension.class)
class TopicIT {

    @Test
    void anEventIsPublishedAndFollowed(Console console, Installation machine) {
        machine.topic("published");
        machine.subscribe("published", "mail", "/published");
        console.open("/topics/published").signIn(machine.adminToken()).awaitHeading("Topic published");
        console.awaitText("mail").awaitText("No traffic");

        console.click(Role.BUTTON, "Publish an event").click(Role.BUTTON, "Publish");

        console.awaitText("Published, and safe in Kafka.");
        await().until(() -> machine.endpoint().requests("/published").size() == 1);
        console.click(Role.LINK, "See what happens to event").awaitText("was delivered to mail");
    }

    @Test
    void aSourceIsNamedChangedAndRemoved(Console console, Installation machine) {
        machine.topic("sourced");
        console.open("/topics/sourced").signIn(machine.adminToken()).awaitHeading("Topic sourced");

        console.click(Role.BUTTON, "Read a Kafka topic…").awaitDialog().type("Kafka topic", Installation.SOURCE);
        console.choose("A new subscription gets", "all that the Kafka topic still holds");
        console.click(Role.BUTTON, "Save the source")
                .awaitNoDialog()
                .awaitText("the Kafka topic " + Installation.SOURCE);
        assertThat(machine.manage("GET", "/topics/sourced", "")
                        .at("/properties/tidings/source/start")
                        .asText())
                .isEqualTo("earliest");
        console.click(Role.BUTTON, "Change the source…").awaitDialog().type("Kafka topic", "unheard-of");
        console.click(Role.BUTTON, "Save the source").awaitText("must not be unheard-of");
        console.type("Kafka topic", " ").click(Role.BUTTON, "Save the source").awaitNoDialog();

        console.awaitText("publishers only");
    }

    @Test
    void keysAreShownOnlyAfterAQuestion(Console console, Installation machine) {
        machine.topic("keyed");
        var key = machine.manage("POST", "/topics/keyed/listKeys", "")
                .path("key1")
                .asText();
        console.open("/topics/keyed").signIn(machine.adminToken()).awaitHeading("Topic keyed");
        assertThat(console.browser().html()).doesNotContain(key);

        console.click(Role.BUTTON, "Show the keys").awaitDialog();
        console.click(Role.BUTTON, "Show the keys").awaitNoDialog();

        console.awaitText(key).click(Role.BUTTON, "Hide the keys").awaitNoText(key);
    }

    @Test
    void whatIsNoEventIsTheSentenceOfTheServer(Console console, Installation machine) {
        machine.topic("refused");
        console.open("/topics/refused").signIn(machine.adminToken());
        console.click(Role.BUTTON, "Publish an event")
                .type("Event", "{\"id\": }")
                .awaitText("a value is expected");
        assertThat(console.enabled(Role.BUTTON, "Publish")).isFalse();

        console.type("Event", "{\"id\": \"1\"}").click(Role.BUTTON, "Publish");

        console.awaitNotice("subject is missing");
    }

    @Test
    void withAPortForManagementThePageSaysHowToPublish(Browser browser) {
        try (var machine = Installation.withManagementApart()) {
            machine.topic("apart");
            var console = new Console(browser, machine.url());
            console.open("/topics/apart").signIn(machine.adminToken()).awaitHeading("Topic apart");

            console.click(Role.BUTTON, "Publish an event").click(Role.BUTTON, "Publish");

            console.awaitNotice("If management has a port of its own here, this page cannot publish.");
            console.click(Role.BUTTON, "Same on the command line").awaitText("tidings publish apart --file -");
        }
    }

    @Test
    void aTopicWithoutSubscriptionsOffersTheFirst(Console console, Installation machine) {
        machine.topic("lonely");

        console.open("/topics/lonely").signIn(machine.adminToken()).awaitText("No subscription yet");

        console.click(Role.BUTTON, "Create the first subscription").awaitHeading("Create");
    }

    @Test
    void anUnknownTopicIsTheSentenceOfTheServer(Console console, Installation machine) {
        console.open("/topics/nirvana").signIn(machine.adminToken());

        console.awaitNotice("nirvana");
    }
}
