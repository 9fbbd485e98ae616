package io.tidings.acceptance.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** The console as a person uses it: by the names of headings, fields, links and buttons. Counts clicks. */
final class Console {
    private static final String MAIN = "#main";
    private static final int TABS = 300;

    private final Browser browser;
    private final String url;
    private int clicks;

    /** @param url scheme, host and port of ingest */
    Console(Browser browser, String url) {
        this.browser = browser;
        this.url = url;
    }

    Browser browser() {
        return browser;
    }

    /** Shows a page such as {@code /topics/orders}; the first time, the form to sign in stands before it. */
    Console open(String route) {
        browser.load(url + "/console/#" + route);
        return this;
    }

    /** Signs in at the page that was asked for. */
    Console signIn(String token) {
        type("Token", token);
        click(Role.BUTTON, "Sign in");
        browser.await(
                "the page behind the form",
                () -> !heading().isEmpty() && !heading().equals("Sign in"));
        return this;
    }

    /** Returns the heading of the page that is shown. */
    String heading() {
        return browser.text("h1");
    }

    Console awaitHeading(String heading) {
        browser.await("the heading \"%s\"".formatted(heading), () -> heading().equals(heading));
        return this;
    }

    /** Waits until the page has had no request under way for a moment. */
    Console awaitSettled() {
        browser.await("the end of all requests", () -> browser.evaluate("return browserQuietMillis() > 200"));
        return this;
    }

    /** Waits until the page shows a text. */
    Console awaitText(String text) {
        browser.await("the text \"%s\"".formatted(text), () -> text().contains(text));
        return this;
    }

    Console awaitNoText(String text) {
        browser.await("no text \"%s\"".formatted(text), () -> !text().contains(text));
        return this;
    }

    /** Waits for a notice, on the page or above it, that has a text. */
    Console awaitNotice(String text) {
        browser.await(
                "a notice \"%s\"".formatted(text),
                () -> browser.texts(".notice").stream().anyMatch(notice -> notice.contains(text)));
        return this;
    }

    /** The words that the page shows, or the dialog that is open. */
    String text() {
        return browser.words("dialog[open]", MAIN);
    }

    Console awaitDialog() {
        browser.await("a dialog", () -> browser.has("dialog[open]"));
        return this;
    }

    Console awaitNoDialog() {
        browser.await("no dialog", () -> !browser.has("dialog[open]"));
        return this;
    }

    boolean shows(Role role, String name) {
        return !browser.elements(role, name).isEmpty();
    }

    boolean enabled(Role role, String name) {
        var element = browser.element(role, name);
        return element.isEnabled() && !"true".equals(element.getDomAttribute("aria-disabled"));
    }

    Console click(Role role, String name) {
        browser.await("%s \"%s\" to be enabled".formatted(role, name), () -> enabled(role, name));
        browser.await("a click on %s \"%s\"".formatted(role, name), () -> {
            var element = browser.element(role, name);
            assertNamed(element, name);
            element.click(); // not done if the page has painted the element anew meanwhile
            return true;
        });
        clicks++;
        return this;
    }

    /** The name that the browser tells a screen reader. */
    private static void assertNamed(WebElement element, String name) {
        assertThat(element.getAccessibleName().replaceAll("\\s+", " ")).startsWith(name);
    }

    /** Replaces what is in a field, with keys as a person does: so the page is told of each. */
    Console type(String field, String text) {
        var element = browser.element(Role.FIELD, field);
        assertNamed(element, field);
        element.sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
        return this;
    }

    String value(String field) {
        return browser.element(Role.FIELD, field).getDomProperty("value");
    }

    Console choose(String field, String option) {
        browser.await("the option " + option, () -> {
            new Select(browser.element(Role.FIELD, field)).selectByVisibleText(option);
            return true;
        });
        return this;
    }

    /** Chooses in the form at the top of every page that finds an event. */
    Console chooseInHeader(String field, String option) {
        browser.await("the option " + option, () -> {
            var element = browser.elements(Role.FIELD, field).getLast();
            new Select(element).selectByVisibleText(option);
            return true;
        });
        return this;
    }

    /** Moves the focus with the Tab key until an element has it. */
    Console tabTo(Role role, String name) {
        browser.element(role, name);
        for (int i = 0; i < TABS; i++) {
            if (browser.elements(role, name).contains(browser.focused())) {
                return this;
            }
            browser.press(Keys.TAB);
        }
        throw new AssertionError("the Tab key does not reach the %s \"%s\"".formatted(role, name));
    }

    Console press(CharSequence... keys) {
        browser.press(keys);
        return this;
    }

    int clicks() {
        return clicks;
    }

    Console countFromHere() {
        clicks = 0;
        return this;
    }

    /** By how many pixels the page is wider than the screen. */
    long overflow() {
        return (Long)
                browser.evaluate("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    }

    /** A value as one segment of a route. */
    static String segment(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }
}
