package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Events and responses whose every member is an attack are shown as the text that they are. */
@ExtendWith(ConsoleExtension.class)
class AttackIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String MARK = "globalThis.attacked=1";
    private static final String TOPIC = "attack";

    private static final List<String> ATTACKS = List.of(
            "<script>" + MARK + "</script>",
            "\"><img src=x onerror=" + MARK + ">",
            "'><svg/onload=" + MARK + ">",
            "javascript:" + MARK,
            "data:text/html,<script>" + MARK + "</script>",
            "${" + MARK + "}",
            "{{constructor.constructor('" + MARK + "')()}}",
            "</textarea></pre></title><iframe srcdoc='<script>parent." + MARK + "</script>'>",
            "__proto__",
            "null",
            "../../../topics/x/eventSubscriptions/y",
            "%3Cscript%3E%2e%2e%2f%00",
            "\u202e\u2066gnp.exe\u2069\u200b\ufeff",
            "\u001b[2J\u001b]0;owned\u0007",
            "<img src=x onerror=" + MARK + ">" + "A".repeat(200));

    @Test
    void attacksAreShownAsText(Console console, Installation machine) {
        machine.endpoint().answers("/attack", ScriptedResponse.computed(AttackIT::echo));
        machine.topic(TOPIC);
        machine.subscribe(TOPIC, "victim", "/attack");
        for (var attack : ATTACKS) {
            machine.publishText(TOPIC, JSON.createArrayNode().add(event(attack)).toString());
            machine.rejectText(
                    TOPIC, event(attack).without(List.of("eventType")).toString());
        }
        console.open("/").signIn(machine.adminToken());

        for (var attack : ATTACKS) {
            console.open("/topics/attack/events/" + Console.segment(attack)).awaitText("became a dead letter");
            assertThat(console.browser().evaluate("return document.querySelector('h1').textContent"))
                    .isEqualTo("Event " + attack);
            console.awaitText("Headers of the record");
            assertThat(console.browser()
                            .evaluate("const event = JSON.parse(document.querySelector('.payload pre').textContent);"
                                    + "return Object.entries(event.data ?? event).flat().join()"))
                    .isEqualTo(attack + "," + attack);
            assertHarmless(console.browser(), attack);
        }
        for (var page : List.of(
                "/topics/attack",
                "/topics/attack/subscriptions/victim",
                "/topics/attack/subscriptions/victim/dead-letters",
                "/topics/attack/events",
                "/topics/attack/rejected",
                "/",
                "/jobs")) {
            console.open(page).awaitSettled();
            assertHarmless(console.browser(), page);
        }
        console.open("/topics/attack/rejected").awaitSettled();
        console.browser()
                .evaluate("document.querySelector('button[aria-label^=\"Show the rejected record\"]').click()");
        console.awaitText("The record is no event of this topic");
        assertHarmless(console.browser(), "a rejected record");
    }

    /** Refuses each event with the attack that it carries. */
    private static ScriptedResponse.Status echo(ReceivedRequest request) {
        try {
            return new ScriptedResponse.Status(
                    400,
                    Map.of(),
                    JSON.readTree(request.body()).at("/0/subject").textValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode event(String attack) {
        var event = JSON.createObjectNode();
        event.put("id", attack)
                .put("subject", attack)
                .put("eventType", attack)
                .put("eventTime", "2026-11-21T09:30:00Z")
                .put("dataVersion", attack);
        event.putObject("data").put(attack, attack);
        return event;
    }

    private static void assertHarmless(Browser browser, String where) {
        browser.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)");
        assertThat(browser.evaluate("return globalThis.attacked ?? null"))
                .as(where)
                .isNull();
        assertThat(browser.evaluate("return Object.prototype.attacked ?? null"))
                .as(where)
                .isNull();
        assertThat(browser.has("iframe, object, embed, img[src=x], [onload], [onerror], a[href^='javascript:' i]"))
                .as(where)
                .isFalse();
    }
}
