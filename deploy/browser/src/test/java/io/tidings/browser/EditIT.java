package io.tidings.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.browser.chromium.Role;
import io.tidings.browser.console.Console;
import io.tidings.browser.console.ConsoleExtension;
import io.tidings.browser.console.Installation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A subscription is changed, under the rules of the server. */
@ExtendWith(ConsoleExtension.class)
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
        console.click(Role.BUTTON, "Save…").awaitDialog().awaitText("retryPolicy.maxDeliveryAttempts");
        console.click(Role.BUTTON, "Save mail");

        console.awaitHeading("Subscription edited/mail");
        assertThat(properties(machine, "edited")
                        .at("/retryPolicy/maxDeliveryAttempts")
                        .asInt())
                .isEqualTo(7);
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
