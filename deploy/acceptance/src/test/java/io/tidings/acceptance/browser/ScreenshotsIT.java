package io.tidings.acceptance.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** Draws the pictures of docs/console.md: {@code mvn verify -Dscreenshots=FOLDER -Dit.test=ScreenshotsIT …}. */
@ExtendWith(ConsoleExtension.class)
@EnabledIfSystemProperty(named = "screenshots", matches = ".+")
class ScreenshotsIT {
    private static final Screen PHONE = new Screen(360, 780, false);
    private static final Screen DESKTOP = new Screen(1280, 760, false);
    private static final Duration TRAFFIC = Duration.ofMinutes(5); // a curve has a point each minute
    private static final List<String> ALSO_DARK = List.of("overview", "subscription", "event");

    @Test
    void everyPageHasItsPictures(Browser browser) throws IOException {
        var folder = Files.createDirectories(Path.of(System.getProperty("screenshots")));
        try (var machine = Installation.start()) {
            Showcase.publishFor(machine, TRAFFIC);
            var showcase = Showcase.fill(machine);
            var console = new Console(browser, machine.url());
            console.open("/").awaitHeading("Sign in").signIn(machine.adminToken());
            for (var page : showcase.pages()) {
                console.open(page.route()).awaitHeading(page.heading()).awaitSettled();
                draw(console, folder, page.name());
            }
        }
    }

    private static void draw(Console console, Path folder, String page) throws IOException {
        draw(console.browser(), DESKTOP, folder.resolve(page + "-1280.png"));
        draw(console.browser(), PHONE, folder.resolve(page + "-360.png"));
        if (ALSO_DARK.contains(page)) {
            draw(console.browser(), DESKTOP.inTheDark(), folder.resolve(page + "-1280-dark.png"));
        }
        console.browser().show(DESKTOP);
    }

    private static void draw(Browser browser, Screen screen, Path file) throws IOException {
        browser.show(screen);
        browser.evaluate("scrollTo(0, 0)");
        Files.write(file, browser.picture());
    }
}
