package io.tidings.acceptance;

import io.tidings.acceptance.installation.CheckList;
import io.tidings.acceptance.installation.TopicClient;

/** The console is served where managers come in, and not where publishers do (B-ACCESS-2). */
record ConsoleChecks(CheckList checks, TopicClient client) {
    void happen() {
        var page = client.console();
        checks.check(
                page.successful() && page.body().contains("<title>"),
                "the console is on the listener of management",
                "the console is not on the listener of management, which responds %d; read the log of ingest"
                        .formatted(page.statusCode()));
        var published = client.consoleOfPublishers();
        checks.check(
                published.notFound(),
                "the listener of publishers has no console",
                "the listener of publishers responds %d to a request for the console instead of 404"
                        .formatted(published.statusCode()));
    }
}
