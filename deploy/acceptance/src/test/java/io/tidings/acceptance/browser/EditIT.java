package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A subscription is changed, under the rules of the server. */
@ExtendWith(ConsoleExtension.class)
@Order(1)
class EditIT {

    @Test
    void aChangeIsCheckedNamedAndSaved(Console console, Installation machine) {
        open(console, machine, "edited");
        console.awaitText("Nothing is changed.");
        assertThat(console.enabled(Role.BUTTON, "Save…")).isFalse();

        console.type("Attempts at most", "7").awaitText("This can be saved.");
        assertThat(properties(machine, "edited")
                        .at("/retryPolicy/maxDeliveryAttempts")
                        .asInt())
                .isZero();
        console.click(Role.BUTTON, "Save…").awaitDialog();
        console.awaitText("retryPolicy.maxDeliveryAttempts: not set → 7");
        console.click(Role.BUTTON, "Save mail");

        console.awaitHeading("Subscription edited/mail").awaitNotice("The changes of edited/mail are saved.");
        console.awaitNotice("not set → 7");
        assertThat(properties(machine, "edited")
                        .at("/retryPolicy/maxDeliveryAttempts")
                        .asInt())
                .isEqualTo(7);
    }

    @Test
    void aChangeIsSavedAndTestedAtOnce(Console console, Installation machine) {
        open(console, machine, "repaired");
        console.type("Endpoint URL", machine.endpoint().uri("/repaired-anew").toString());

        console.click(Role.BUTTON, "Save and test…").awaitDialog().click(Role.BUTTON, "Save and test mail");

        console.awaitHeading("Subscription repaired/mail").awaitText("Test event");
        await().until(() -> machine.endpoint().requests("/repaired-anew").size() == 1);
        console.awaitText("The endpoint accepted");
    }

    @Test
    void aBrokenRuleStandsBesideItsFieldWhileSomebodyTypes(Console console, Installation machine) {
        open(console, machine, "broken-rule");

        console.type("Attempts at most", "70").awaitText("This breaks a rule of the server: see above.");

        var field = console.browser().element(Role.FIELD, "Attempts at most");
        assertThat(field.getDomAttribute("aria-invalid")).isEqualTo("true");
        assertThat(console.enabled(Role.BUTTON, "Save…")).isFalse();
        console.type("Attempts at most", "17").awaitText("This can be saved.");
    }

    @Test
    void aChangeOfSomebodyElseIsNotOverwritten(Console console, Installation machine) {
        open(console, machine, "contested");
        console.type("Attempts at most", "7").awaitText("This can be saved.");
        machine.manage(
                "PATCH",
                "/topics/contested/eventSubscriptions/mail",
                "{\"properties\":{\"retryPolicy\":{\"eventTimeToLiveInMinutes\":60}}}");

        console.click(Role.BUTTON, "Save…").awaitDialog().click(Role.BUTTON, "Save mail");
        console.browser()
                .await(
                        "the conflict",
                        () -> console.text().contains("412")
                                || console.text().contains("changed")
                                || !console.browser().has("dialog[open]"));
        if (console.browser().has("dialog[open]")) {
            console.click(Role.BUTTON, "Cancel").awaitNoDialog();
        }
        console.awaitText("Somebody else has changed the subscription meanwhile.");
        console.click(Role.BUTTON, "Make my changes to their version").awaitText("This can be saved.");
        console.click(Role.BUTTON, "Save…").awaitDialog().click(Role.BUTTON, "Save mail");

        console.awaitHeading("Subscription contested/mail");
        var policy = properties(machine, "contested").path("retryPolicy");
        assertThat(policy.path("maxDeliveryAttempts").asInt()).isEqualTo(7);
        assertThat(policy.path("eventTimeToLiveInMinutes").asInt()).isEqualTo(60);
    }

    @Test
    void whatIsNotSavedIsNotLostWithoutAQuestion(Console console, Installation machine) {
        open(console, machine, "unsaved");
        console.type("Attempts at most", "7").awaitText("This can be saved.");
        assertThat(leavingTheTabIsAskedFor(console)).isTrue();

        console.click(Role.LINK, "Jobs").awaitDialog().awaitText("Leave without saving?");
        console.click(Role.BUTTON, "Cancel").awaitNoDialog();
        assertThat(console.heading()).isEqualTo("Edit unsaved/mail");
        assertThat(console.value("Attempts at most")).isEqualTo("7");
        assertThat(console.browser().url()).endsWith("/topics/unsaved/subscriptions/mail/edit");
        console.click(Role.LINK, "Jobs").awaitDialog().click(Role.BUTTON, "Leave the page");

        console.awaitHeading("Jobs");
        assertThat(leavingTheTabIsAskedFor(console)).isFalse();
    }

    private static boolean leavingTheTabIsAskedFor(Console console) {
        return (Boolean)
                console.browser().evaluate("return !dispatchEvent(new Event(\"beforeunload\", {cancelable: true}))");
    }

    @Test
    void headersDeadLettersAndAuthenticationHaveFields(Console console, Installation machine) {
        open(console, machine, "membered");
        console.click(Role.BUTTON, "Headers").click(Role.BUTTON, "Add a header");
        console.type("Name of header 1", "X-Key").choose("What header 1 holds", "a secret text");
        console.type("Value of header 1", "hush-hush");
        console.click(Role.BUTTON, "Dead letters").type("Container for dead letters", "elsewhere");
        console.click(Role.BUTTON, "Delivery schema").choose("Schema of delivered events", "CloudEventSchemaV1_0");
        console.awaitText("This can be saved.");

        console.click(Role.BUTTON, "Save…").awaitDialog().awaitText("a new secret");
        assertThat(console.text()).doesNotContain("hush-hush");
        console.click(Role.BUTTON, "Save mail");

        console.awaitHeading("Subscription membered/mail");
        var saved = properties(machine, "membered");
        assertThat(saved.at("/deadLetterDestination/properties/blobContainerName")
                        .asText())
                .isEqualTo("elsewhere");
        assertThat(saved.path("eventDeliverySchema").asText()).isEqualTo("CloudEventSchemaV1_0");
        assertThat(saved.at("/destination/properties/deliveryAttributeMappings/0"))
                .hasToString(
                        "{\"name\":\"X-Key\",\"type\":\"Static\",\"properties\":{\"value\":null,\"isSecret\":true}}");
    }

    @Test
    void aConditionIsBuiltAndItsBrokenRuleStandsBesideIt(Console console, Installation machine) {
        open(console, machine, "built");
        console.click(Role.BUTTON, "Add a condition").type("Member", "data.amount");
        console.choose("Operator", "NumberGreaterThan").type("Values", "much");
        console.awaitText("This breaks a rule of the server: see above.");
        assertThat(console.browser().element(Role.FIELD, "Values").getDomAttribute("aria-invalid"))
                .isEqualTo("true");

        console.type("Values", "100").awaitText("This can be saved.");
        console.click(Role.BUTTON, "Retry profile").type("Jitter", "0.5").choose("Shortest waits by status", "none");
        console.awaitText("This can be saved.").click(Role.BUTTON, "Save…").awaitDialog();
        console.awaitText("tidings.retry.jitter: not set → 0.5").click(Role.BUTTON, "Save mail");

        console.awaitHeading("Subscription built/mail").awaitText("data.amount is greater than 100");
        console.awaitText("a wait is up to 50 % longer").awaitText("no status has a shortest wait");
        assertThat(properties(machine, "built")
                        .at("/filter/advancedFilters/0/value")
                        .asInt())
                .isEqualTo(100);
    }

    @Test
    void lanesHaveAFieldWithTheServersRule(Console console, Installation machine) {
        open(console, machine, "laned");
        console.click(Role.BUTTON, "Several workers").type("Lanes", "65");
        console.awaitText("This breaks a rule of the server: see above.");
        assertThat(console.browser().element(Role.FIELD, "Lanes").getDomAttribute("aria-invalid"))
                .isEqualTo("true");

        console.type("Lanes", "4").awaitText("This can be saved.");
        console.click(Role.BUTTON, "Save…").awaitDialog().awaitText("tidings.lanes");
        console.click(Role.BUTTON, "Save mail");

        console.awaitHeading("Subscription laned/mail").awaitText("4: so many workers can share its deliveries");
        assertThat(properties(machine, "laned").at("/tidings/lanes").asInt()).isEqualTo(4);
    }

    @Test
    void aRuleThatAHeaderBreaksStandsBesideIt(Console console, Installation machine) {
        open(console, machine, "misnamed");
        console.click(Role.BUTTON, "Headers").click(Role.BUTTON, "Add a header");

        console.type("Name of header 1", "not a name").type("Value of header 1", "x");

        console.awaitText("This breaks a rule of the server: see above.");
        assertThat(console.browser().element(Role.FIELD, "Name of header 1").getDomAttribute("aria-invalid"))
                .isEqualTo("true");
        console.click(Role.BUTTON, "Remove header 1").awaitText("Nothing is changed.");
    }

    @Test
    void anUnknownSubscriptionIsTheSentenceOfTheServer(Console console, Installation machine) {
        machine.topic("unedited");

        console.open("/topics/unedited/subscriptions/mail/edit").signIn(machine.adminToken());

        console.awaitNotice("mail");
    }

    private static void open(Console console, Installation machine, String topic) {
        machine.topic(topic);
        machine.subscribe(topic, "mail", "/" + topic);
        console.open("/topics/%s/subscriptions/mail/edit".formatted(topic))
                .signIn(machine.adminToken())
                .awaitHeading("Edit %s/mail".formatted(topic));
    }

    private static JsonNode properties(Installation machine, String topic) {
        return machine.manage("GET", "/topics/%s/eventSubscriptions/mail".formatted(topic), "")
                .path("properties");
    }
}
