package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The top of every page. */
@ExtendWith(ConsoleExtension.class)
class HeaderIT {
    /** A sixth of a small phone. */
    private static final long LOW = 125;

    @Test
    void onAPhoneItIsLowAndItsWordsAreWhole(Console console, Installation machine) {
        machine.topic("narrow");
        console.open("/jobs").signIn(machine.adminToken()).awaitHeading("Jobs");

        console.browser().show(Screen.PHONE);

        assertThat((Long) console.browser()
                        .evaluate("return Math.ceil(document.querySelector('header.top').offsetHeight)"))
                .isLessThanOrEqualTo(LOW);
        assertThat(console.browser().evaluate("""
            const input = document.getElementById("find-id");
            const style = getComputedStyle(input);
            const brush = document.createElement("canvas").getContext("2d");
            brush.font = style.font;
            const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return room >= brush.measureText(input.placeholder).width;
            """)).isEqualTo(true);
        assertThat(console.overflow()).isZero();
    }

    @Test
    void theColoursAreRemembered(Console console, Installation machine) {
        console.open("/jobs").signIn(machine.adminToken()).awaitHeading("Jobs");

        console.click(Role.BUTTON, "Use dark colours").browser().reload();

        console.awaitHeading("Sign in").browser().element(Role.BUTTON, "Use light colours");
        console.click(Role.BUTTON, "Use light colours").browser().evaluate("localStorage.clear()");
    }

    @Test
    void whoGoesBackIsWhereThePageWasLeft(Console console, Installation machine) {
        machine.topic("long-page");
        machine.subscribe("long-page", "mail", "/long-page");
        console.open("/topics/long-page/subscriptions/mail")
                .signIn(machine.adminToken())
                .awaitHeading("Subscription long-page/mail")
                .awaitText("No failed attempt is recorded.");
        console.browser().evaluate("scrollTo(0, 300)");
        console.browser()
                .await("a note of it", () -> console.browser().evaluate("return history.state?.scrolled === 300"));

        console.open("/jobs").awaitHeading("Jobs");
        assertThat(console.browser().evaluate("return scrollY")).isEqualTo(0L);
        console.browser().back();

        console.awaitHeading("Subscription long-page/mail");
        console.browser().await("the same place", () -> console.browser().evaluate("return scrollY === 300"));
    }
}
