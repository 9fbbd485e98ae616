package io.tidings.acceptance.browser;

import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each page on each screen, for each person. */
@ExtendWith(ConsoleExtension.class)
@Order(1)
class AccessibilityIT {
    private static final List<Screen> SCREENS =
            List.of(Screen.PHONE, Screen.PHONE.inTheDark(), Screen.WIDE, Screen.WIDE.inTheDark());

    private static final String PRIMARY = """
        return [...document.querySelectorAll("button, [role=button]")]
          .filter(each => each.checkVisibility() && !/secondary|outline|danger|term|copy/.test(each.className)).length;\
        """;

    @Test
    void axeFindsNothingSeriousInAnyPage(Browser browser) {
        try (var machine = Installation.start()) {
            var showcase = Showcase.fill(machine);
            var own = new Console(browser, machine.url());
            var soft = new SoftAssertions();
            check(soft, own.open("/"), "sign-in");
            own.signIn(machine.adminToken());
            for (var page : showcase.pages()) {
                own.open(page.route()).awaitHeading(page.heading()).awaitSettled();
                check(soft, own, page.name());
            }
            soft.assertAll();
        }
    }

    /** No page is wider than the screen: tables scroll in a box of their own. */
    private static void check(SoftAssertions soft, Console console, String page) {
        for (var screen : SCREENS) {
            console.browser().show(screen);
            soft.assertThat(console.browser().accessibilityViolations())
                    .as("%s, %s", page, screen)
                    .isEmpty();
            soft.assertThat(console.overflow())
                    .as("%s, %s: overflow", page, screen)
                    .isZero();
        }
        console.browser().show(Screen.DESKTOP);
        soft.assertThat(console.browser().evaluate(PRIMARY))
                .as("%s: buttons that stand out", page)
                .asInstanceOf(InstanceOfAssertFactories.LONG)
                .isLessThanOrEqualTo(1);
    }
}
