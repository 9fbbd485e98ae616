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
}
