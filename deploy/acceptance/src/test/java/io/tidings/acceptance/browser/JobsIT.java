package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs are listed, followed, paused and cancelled. */
@ExtendWith(ConsoleExtension.class)
class JobsIT {
    private static final int LETTERS = 5;

    @Test
    void aDryRunBecomesARealRun(Console console, Installation machine) {
        deadLetters(machine, "dry", LETTERS);
        var job = job(machine, "dry", "\"dryRun\":true");
        console.open("/jobs?topic=dry").signIn(machine.adminToken());
        console.click(Role.LINK, job).awaitHeading("Job " + job);
        console.awaitText("5 dead letters would be redriven").awaitText("Nothing was sent");

        console.click(Role.BUTTON, "Redrive 5 events…").awaitDialog().click(Role.BUTTON, "Redrive 5 events");

        console.awaitNoDialog().awaitText("5 dead letters redriven");
        assertThat(console.heading()).isNotEqualTo("Job " + job);
        await().untilAsserted(
                        () -> assertThat(machine.endpoint().requests("/dry")).hasSize(2 * LETTERS));
    }

    /** #31: only the command line could ask for a job of several subscriptions. */
    @Test
    void oneJobBringsBackTheDeadLettersOfTheSubscriptionsThatAreNamed(Console console, Installation machine) {
        var names = List.of("audit", "billing", "crm");
        machine.topic("several");
        for (var name : names) {
            machine.endpoint()
                    .answersPerEvent("/several-" + name, ScriptedResponse.status(400), ScriptedResponse.status(200));
            machine.subscribe("several", name, "/several-" + name);
        }
        machine.publish("several", "s-1");
        names.forEach(name -> machine.awaitState("several", "s-1", name, "DeadLettered"));
        console.open("/topics/several").signIn(machine.adminToken()).awaitHeading("Topic several");

        console.click(Role.BUTTON, "Send events again…").type("Names of subscriptions", "billing, audit");
        console.click(Role.BUTTON, "Count first").awaitText("2 dead letters will be redriven to 2 subscriptions");
        console.click(Role.BUTTON, "Redrive 2 events");

        console.awaitText("2 dead letters redriven to 2 subscriptions of several.");
        console.click(Role.LINK, "Job ").awaitText("several/audit, several/billing");
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(names)
                        .extracting(name ->
                                machine.endpoint().requests("/several-" + name).size())
                        .containsExactly(2, 2, 1));
    }

    @Test
    void aSlowJobIsPausedResumedAndCancelled(Console console, Installation machine) {
        deadLetters(machine, "slow", 60); // for a minute, or the job might be done before it is cancelled
        var job = job(machine, "slow", "\"rate\":1");
        console.open("/jobs/" + job).signIn(machine.adminToken()).awaitHeading("Job " + job);

        console.click(Role.BUTTON, "Pause")
                .awaitDialog()
                .click(Role.BUTTON, "Pause the job")
                .awaitNoDialog();
        console.awaitText("Paused");
        console.click(Role.BUTTON, "Resume")
                .awaitDialog()
                .click(Role.BUTTON, "Resume the job")
                .awaitNoDialog();
        console.click(Role.BUTTON, "Cancel")
                .awaitDialog()
                .click(Role.BUTTON, "Cancel the job")
                .awaitNoDialog();

        console.awaitText("Cancelled");
        assertThat(console.shows(Role.BUTTON, "Resume")).isFalse();
    }

    @Test
    void onAPhoneTheStateStaysInSight(Console console, Installation machine) {
        deadLetters(machine, "phone", 1);
        job(machine, "phone", "\"dryRun\":true");
        console.open("/jobs?topic=phone").signIn(machine.adminToken()).awaitText("would be redriven");

        console.browser().show(Screen.PHONE);

        for (int scrolled : new int[] {0, 100_000}) {
            assertThat(console.browser().evaluate("""
                document.querySelector(".scroll").scrollLeft = arguments[0];
                const { left, right } = document.querySelector("td.stays").getBoundingClientRect();
                return left >= 0 && right <= innerWidth;
                """, scrolled))
                    .as("scrolled by %s", scrolled)
                    .isEqualTo(true);
        }
    }

    @Test
    void noJobMatchesAnUnknownTopic(Console console, Installation machine) {
        console.open("/jobs?topic=nobody-has-this").signIn(machine.adminToken());

        console.awaitText("No job matches.");
    }

    @Test
    void anUnknownJobIsTheSentenceOfTheServer(Console console, Installation machine) {
        console.open("/jobs/20261122-140000-00000000").signIn(machine.adminToken());

        console.browser().await("an alert", () -> console.browser().has("[role=alert]"));
        console.click(Role.LINK, "All jobs").awaitHeading("Jobs");
    }

    /** Makes a topic and a subscription whose endpoint refuses each event once. */
    private static void deadLetters(Installation machine, String topic, int letters) {
        machine.endpoint().answersPerEvent("/" + topic, ScriptedResponse.status(400), ScriptedResponse.status(200));
        machine.topic(topic);
        machine.subscribe(topic, "billing", "/" + topic);
        for (int i = 0; i < letters; i++) {
            machine.publish(topic, "j-" + i);
        }
        for (int i = 0; i < letters; i++) {
            machine.awaitState(topic, "j-" + i, "billing", "DeadLettered");
        }
    }

    private static String job(Installation machine, String topic, String more) {
        return machine.manage("POST", "/jobs", """
            {"kind":"redrive","topic":"%s","subscription":"billing",%s}\
            """.formatted(topic, more))
                .path("id")
                .asText();
    }
}
