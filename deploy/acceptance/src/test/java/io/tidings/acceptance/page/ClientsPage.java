package io.tidings.acceptance.page;

import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.testbed.client.ClientUse;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page {@code docs/clients.md}: every client that a test runs, as the annotations of the tests say it. */
final class ClientsPage {
    private static final String START = """
        # Which client works?

        <!-- Written from the tests; GeneratedPagesTest says how to write it again. -->

        Each of these clients runs unmodified, as its makers publish it, in the test that its cell names, in every build of
        Tidings. If a machine lacks a client, its test is skipped and the build says so; with `TIDINGS_REQUIRE_CLIENTS=true`,
        which `.ci/run full` sets, the build fails instead.

        """;
    private static final String END = """

        ## What was not tried

        - **Terraform and its provider of Azure**: neither is in a registry that the tests can use.
        - **`az eventgrid`**: Debian's package of `az` lacks classes that these commands import. `tidings` has [their
          twins](azure-sdk.md#az).
        - **The SDKs for .NET and Go**: the tests have no registry of these languages. The samples in C# are not run.
        - **Receivers of Event Grid namespaces for Java and Python**: no registry that the tests can use has them.
        """;
    private static final Pattern ANNOTATION =
            Pattern.compile("@RunsClient\\(\\s*value = \"([^\"]+)\",\\s*version = \"([^\"]+)\",\\s*uses = ([^)]+)\\)");
    private static final Pattern USE = Pattern.compile("ClientUse\\.(\\w+)");

    private final Map<String, Map<ClientUse, String>> clients = new TreeMap<>();

    ClientsPage() {
        for (var module : new String[] {"ingest-service", "deploy/acceptance"}) {
            var tests = DeployFolder.ROOT.resolve(module).resolve("src/test/java");
            DeployFolder.files(tests, "IT.java").forEach(this::read);
        }
    }

    private void read(Path test) {
        var name = test.getFileName().toString().replace(".java", "");
        var annotations = ANNOTATION.matcher(DeployFolder.text(test)).results().iterator();
        while (annotations.hasNext()) {
            var client = annotations.next();
            var row = "`" + client.group(1) + "` | " + version(client.group(2));
            var uses = clients.computeIfAbsent(row, _ -> new EnumMap<>(ClientUse.class));
            USE.matcher(client.group(3)).results().forEach(use -> uses.put(ClientUse.valueOf(use.group(1)), name));
        }
    }

    /** A property of the top-level pom, or the text itself. */
    private static String version(String text) {
        var property = Pattern.compile("<" + Pattern.quote(text) + ">([^<]+)<")
                .matcher(DeployFolder.text(DeployFolder.ROOT.resolve("pom.xml")));
        return property.find() ? property.group(1) : text;
    }

    String text() {
        var columns = Stream.of(ClientUse.values()).map(ClientUse::words).collect(Collectors.joining(" | "));
        var page = new StringBuilder(START);
        page.append("| client | version | ").append(columns).append(" |\n|---|---|");
        page.append("---|".repeat(ClientUse.values().length)).append('\n');
        clients.forEach((client, uses) -> {
            page.append("| ").append(client);
            for (var use : ClientUse.values()) {
                page.append(" | ").append(uses.getOrDefault(use, ""));
            }
            page.append(" |\n");
        });
        return page.append(END).toString();
    }
}
