package io.tidings.acceptance.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptException;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A headless Chromium with a profile of its own, which reaches nothing but loopback. Confined to one thread. */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration GLANCE = Duration.ofMillis(50);
    /** Held, because a logger that nobody holds forgets its level. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    /** Set to {@code true}, it turns a missing browser into a failure. */
    private static final String REQUIRED = "TIDINGS_REQUIRE_BROWSER";

    private final List<String> findings = new ArrayList<>();
    private final ChromeDriver driver;

    private Browser(InstalledChromium programs) {
        SELENIUM.setLevel(Level.SEVERE);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(programs.driver().toFile())
                .usingAnyFreePort()
                .withSilent(true)
                .build();
        driver = new ChromeDriver(service, options(programs));
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script("findings.js")));
        show(Screen.DESKTOP);
    }

    /** Aborts the test where there is no browser, unless one is required. */
    static Browser start() {
        var programs = InstalledChromium.find();
        if (programs.isEmpty() && !"true".equals(System.getenv(REQUIRED))) {
            Assumptions.abort(InstalledChromium.MISSING);
        }
        return new Browser(programs.orElseThrow(() -> new AssertionError(InstalledChromium.MISSING)));
    }

    private static ChromeOptions options(InstalledChromium programs) {
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        var options = new ChromeOptions();
        options.setBinary(programs.browser().toFile());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox", // which root cannot have
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-extensions",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
                "--lang=en");
        return options;
    }

    /** Loads a page, or goes to another fragment of the one that is shown. */
    void load(String url) {
        noteFindings();
        driver.get(url);
    }

    void reload() {
        noteFindings();
        driver.navigate().refresh();
    }

    void back() {
        driver.navigate().back();
    }

    String url() {
        return driver.getCurrentUrl();
    }

    String title() {
        return driver.getTitle();
    }

    void show(Screen screen) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", screen.width(), "height", screen.height(), "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", screen.dark() ? "dark" : "light"),
                                // No colours between two schemes, which nobody can read for a moment.
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    }

    /** Sets the clock of the browser to a time zone such as {@code Asia/Kolkata}. */
    void moveTo(String zone) {
        driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", zone));
    }

    /** Lets no request through whose URL matches one of the patterns, in which {@code *} stands for anything. */
    void block(String... patterns) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of(patterns)));
    }

    /** Returns the value of a script of ours, which the page's policy does not concern. */
    Object evaluate(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** The visible elements of a role with this name; of a dialog only, while one is open. */
    @SuppressWarnings("unchecked")
    List<WebElement> elements(Role role, String name) {
        return (List<WebElement>) driver.executeScript(script("elements.js"), role.word(), name);
    }

    /** Waits for such an element. */
    WebElement element(Role role, String name) {
        return await(
                "the %s \"%s\"".formatted(role.word(), name),
                () -> elements(role, name).stream().findFirst().orElse(null));
    }

    /** Returns the text of a part of the page, as it is shown; empty if there is none. */
    String text(String selector) {
        return texts(selector).stream().findFirst().orElse("");
    }

    /**
     * Returns the words of an element as it is shown, with single spaces between them; empty if there is none. For a whole
     * page that takes a fifth of the time that {@link #text} does.
     *
     * @param selectors of which the first that is there counts
     */
    String words(String... selectors) {
        return (String) driver.executeScript("""
            const found = arguments[0].map(each => document.querySelector(each)).find(each => each);
            return (found?.innerText ?? "").replace(/\\s+/g, " ");\
            """, List.of(selectors));
    }

    List<String> texts(String selector) {
        return driver.findElements(By.cssSelector(selector)).stream()
                .map(WebElement::getText)
                .toList();
    }

    boolean has(String selector) {
        return !driver.findElements(By.cssSelector(selector)).isEmpty();
    }

    /** Presses keys where the focus is. */
    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    /** Waits until the value is neither null nor false. */
    <T> T await(String what, Supplier<T> value) {
        var wait = new WebDriverWait(driver, PATIENCE, GLANCE)
                .withMessage(() -> "%s, at %s: %s".formatted(what, driver.getCurrentUrl(), text("body")))
                .ignoring(StaleElementReferenceException.class)
                .ignoring(NoSuchElementException.class)
                .ignoring(JavascriptException.class);
        return wait.until(_ -> value.get());
    }

    /** Returns what axe calls serious or critical in the page. */
    @SuppressWarnings("unchecked")
    List<String> accessibilityViolations() {
        driver.executeScript(script("/axe.min.js"));
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        return (List<String>) driver.executeAsyncScript(script("axe.js"));
    }

    /** Errors, uncaught exceptions and violations of the policy since the start or {@link #forgetFindings}. */
    List<String> findings() {
        noteFindings();
        return List.copyOf(findings);
    }

    void forgetFindings() {
        noteFindings();
        findings.clear();
    }

    /** A response with an error is what a test looks at by itself; the log has a line for each. */
    private void noteFindings() {
        if (driver.executeScript("return globalThis.browserFindings?.splice(0)") instanceof List<?> own) {
            own.forEach(finding -> findings.add(finding.toString()));
        }
        driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(entry -> entry.getMessage())
                .filter(message -> !message.contains("Failed to load resource"))
                .forEach(findings::add);
    }

    byte[] picture() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    String html() {
        return driver.getPageSource();
    }

    private static String script(String resource) {
        try (var in = Browser.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
