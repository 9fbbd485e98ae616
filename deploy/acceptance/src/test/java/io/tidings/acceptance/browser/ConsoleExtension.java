package io.tidings.acceptance.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a browser of their thread, the installation that all classes share, and its console.
 *
 * <p>A test in which the browser reports an error fails. One that fails leaves a picture and the page in {@code target}.
 */
final class ConsoleExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(ConsoleExtension.class);
    private static final Path REPORTS = Path.of("target", "browser");

    @Override
    public void beforeEach(ExtensionContext context) {
        var browser = browser(context);
        browser.load("about:blank");
        browser.show(Screen.DESKTOP);
        browser.moveTo("UTC");
        browser.block();
        browser.forgetFindings();
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        var browser = browser(context);
        var findings = browser.findings();
        if (context.getExecutionException().isPresent() || !findings.isEmpty()) {
            keep(browser, context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName());
        }
        if (!findings.isEmpty()) {
            throw new AssertionError("the browser reports:\n" + String.join("\n", findings));
        }
    }

    private static void keep(Browser browser, String name) throws IOException {
        Files.createDirectories(REPORTS);
        var file = name.replaceAll("[^A-Za-z0-9.-]", "_");
        Files.write(REPORTS.resolve(file + ".png"), browser.picture());
        Files.writeString(REPORTS.resolve(file + ".html"), browser.html());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == Browser.class || type == Installation.class || type == Console.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        if (type == Browser.class) {
            return browser(context);
        }
        return type == Installation.class
                ? installation(context)
                : new Console(browser(context), installation(context).url());
    }

    /** A class runs in one thread. */
    private static Browser browser(ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(Thread.currentThread(), _ -> Browser.start(), Browser.class);
    }

    private static Installation installation(ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(Installation.class, _ -> Installation.start(), Installation.class);
    }
}
