package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A topic and a subscription are made in three steps. */
@ExtendWith(ConsoleExtension.class)
class CreateIT {

    @Test
    void threeStepsMakeATopicAndASubscriptionThatGetsItsEvents(Console console, Installation machine) {
        console.open("/create").signIn(machine.adminToken()).awaitHeading("Create");
        console.type("Topic name", "created").click(Role.BUTTON, "Create topic created");
        console.awaitText("sends the events of the topic");
        console.type("Name of the subscription", "mail");
        console.type("Endpoint URL", machine.endpoint().uri("/created").toString());
        console.click(Role.BUTTON, "How delivery is tried, batches, signatures").type("Order by", "subject");
        console.click(Role.BUTTON, "Next: filter");
        console.type("Subject begins with", "/us/").awaitText("This event does not match.");
        console.click(Role.BUTTON, "Next: summary").awaitText("The server has checked this and would accept it.");

        console.click(Role.BUTTON, "Create subscription created/mail");

        console.awaitHeading("Subscription created/mail").awaitText("No traffic");
        console.awaitText("one after the other by subject");
        machine.publish("created", "c-1", "/us/1");
        machine.publish("created", "c-2", "/eu/1");
        await().until(() -> machine.endpoint().requests("/created").size() == 1);
        assertThat(machine.endpoint().requests("/created").getFirst().text()).contains("\"c-1\"");
    }

    @Test
    void whatBreaksARuleIsSaidBesideItsField(Console console, Installation machine) {
        machine.topic("ruled");
        console.open("/create?topic=ruled").signIn(machine.adminToken()).awaitHeading("Create");
        console.click(Role.BUTTON, "Next: endpoint");

        console.type("Name of the subscription", "a b").type("Endpoint URL", "ftp://example.com/");

        assertThat(console.browser()
                        .element(Role.FIELD, "Name of the subscription")
                        .getDomAttribute("aria-invalid"))
                .isEqualTo("true");
        assertThat(console.browser().element(Role.FIELD, "Endpoint URL").getDomAttribute("aria-invalid"))
                .isEqualTo("true");
        assertThat(console.enabled(Role.BUTTON, "Next: filter")).isFalse();
    }

    @Test
    void aReaderSeesNoFormThatCannotBeSaved(Console console, Installation machine) {
        machine.topic("readable");
        machine.subscribe("readable", "mail", "/readable");
        console.open("/create?topic=readable").signIn(Installation.READER).awaitHeading("Create");
        console.awaitNotice("Needs the role admin");
        assertThat(console.shows(Role.FIELD, "Topic name")).isFalse();

        console.open("/topics/readable/subscriptions/mail/edit").awaitNotice("Needs the role admin");

        assertThat(console.shows(Role.FIELD, "Endpoint URL")).isFalse();
        console.click(Role.LINK, "page of the subscription").awaitHeading("Subscription readable/mail");
    }

    /** B-PULL-1. */
    @Test
    void theEventsCanWaitInAQueue(Console console, Installation machine) {
        machine.manage("PUT", "/topics/pulled", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
        console.open("/create?topic=pulled").signIn(machine.adminToken()).awaitHeading("Create");
        console.click(Role.BUTTON, "Next: endpoint").type("Name of the subscription", "work");
        console.choose("The events go to", "a queue, for receivers").type("Most receives of an event", "3");
        console.click(Role.BUTTON, "Next: filter").click(Role.BUTTON, "Next: summary");
        console.awaitText("The server has checked this and would accept it.");

        console.click(Role.BUTTON, "Create subscription pulled/work");

        console.awaitHeading("Subscription pulled/work").awaitText("locked for 60 s, and received 3 times at most");
        assertThat(console.text()).doesNotContain("requests at once", "Lanes", "After a failure of the endpoint");
    }

    @Test
    void theEventsCanGoToAKafkaTopicWithLanes(Console console, Installation machine) {
        machine.topic("kafkaesque");
        console.open("/create?topic=kafkaesque").signIn(machine.adminToken()).awaitHeading("Create");
        console.click(Role.BUTTON, "Next: endpoint").type("Name of the subscription", "copy");
        console.choose("The events go to", "a topic of Kafka").type("Kafka topic", "unheard-of");
        console.browser()
                .await(
                        "the server's rule",
                        () -> "true"
                                .equals(console.browser()
                                        .element(Role.FIELD, "Kafka topic")
                                        .getDomAttribute("aria-invalid")));
        console.type("Kafka topic", Installation.HUB);
        console.click(Role.BUTTON, "How delivery is tried, batches, signatures").type("Lanes", "2");
        console.click(Role.BUTTON, "Next: filter").click(Role.BUTTON, "Next: summary");
        console.awaitText("the Kafka topic " + Installation.HUB)
                .awaitText("The server has checked this and would accept it.");

        console.click(Role.BUTTON, "Create subscription kafkaesque/copy");

        console.awaitHeading("Subscription kafkaesque/copy").awaitText("event hub " + Installation.HUB);
        console.awaitText("2: so many workers can share its deliveries").awaitText("what waits expires");
        var made = machine.manage("GET", "/topics/kafkaesque/eventSubscriptions/copy", "");
        assertThat(made.at("/properties/destination/endpointType").asText()).isEqualTo("EventHub");
        assertThat(made.at("/properties/tidings/lanes").asInt()).isEqualTo(2);
    }
}
