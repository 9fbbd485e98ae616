package io.tidings.acceptance.installation;

import static java.util.regex.Pattern.compile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The manifests, the dashboard and the alerts, and the pages about them. */
public final class DeployFolder {
    public static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    public static final Path KUBERNETES = ROOT.resolve("deploy/kubernetes");
    public static final Path COMPOSE = ROOT.resolve("deploy/compose/compose.yaml");
    public static final Path DASHBOARD = ROOT.resolve("deploy/monitoring/dashboard.json");
    public static final Path ALERTS = ROOT.resolve("deploy/monitoring/alerts.yaml");

    private static final Pattern VARIABLE = compile("\\$\\{([A-Z_]+):([-?+])([^}]*)}");
    private static final Pattern METRIC = compile("\\btidings_[a-z0-9_]+");
    private static final ObjectMapper JSON = new ObjectMapper();

    private DeployFolder() {}

    /** Every document of every manifest, by its file; JSON is YAML. */
    public static Map<Path, List<JsonNode>> manifests() {
        var found = new TreeMap<Path, List<JsonNode>>();
        for (var file : files(KUBERNETES, ".yaml")) {
            found.put(file, documents(file));
        }
        return found;
    }

    public static List<JsonNode> documents(Path file) {
        var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        return StreamSupport.stream(yaml.loadAll(text(file)).spliterator(), false)
                .<JsonNode>map(JSON::valueToTree)
                .toList();
    }

    /** The manifests' objects of this kind. */
    public static List<JsonNode> objects(String kind) {
        return manifests().values().stream()
                .flatMap(List::stream)
                .filter(object -> object.path("kind").asText().equals(kind))
                .toList();
    }

    /** The environment of a service as Compose makes it of the file and of what is set in the shell. */
    public static Map<String, String> composed(String service, Map<String, String> shell) {
        var environment = new TreeMap<String, String>();
        documents(COMPOSE)
                .getFirst()
                .at("/services/" + service + "/environment")
                .properties()
                .forEach(each -> environment.put(
                        each.getKey(), interpolated(each.getValue().asText(), shell)));
        return environment;
    }

    private static String interpolated(String text, Map<String, String> shell) {
        return VARIABLE.matcher(text).replaceAll(match -> {
            var value = shell.getOrDefault(match.group(1), "");
            return Matcher.quoteReplacement(
                    switch (match.group(2)) {
                        case "+" -> value.isEmpty() ? "" : match.group(3);
                        case "-" -> value.isEmpty() ? match.group(3) : value;
                        case "?" -> value.isEmpty() ? "what-the-user-has-to-choose" : value;
                        default -> throw new IllegalArgumentException("the test does not know " + match.group());
                    });
        });
    }

    /** Every setting of {@code settings.env}, with those that are only proposed if that is asked for. */
    public static Map<String, String> settingsFile(boolean proposed) {
        var variables = new TreeMap<String, String>();
        text(KUBERNETES.resolve("settings.env"))
                .lines()
                .map(line -> proposed ? line.replaceFirst("^#(?=TIDINGS_)", "") : line)
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("=", 2))
                .forEach(pair -> variables.put(pair[0], pair[1]));
        return variables;
    }

    /** What dashboard and alerts ask Prometheus. */
    public static List<String> questions() {
        var questions = new ArrayList<String>();
        for (var file : List.of(DASHBOARD, ALERTS)) {
            for (var document : documents(file)) {
                questions.addAll(document.findValuesAsText("expr"));
                questions.addAll(document.findValuesAsText("definition"));
            }
        }
        return questions;
    }

    /** The names of metrics, with a page that has them. */
    public static Map<String, Path> metricsOnPages() {
        var found = new TreeMap<String, Path>();
        for (var page : files(ROOT.resolve("docs"), ".md")) {
            METRIC.matcher(text(page)).results().forEach(metric -> found.put(metric.group(), page.getFileName()));
        }
        return found;
    }

    public static List<Path> files(Path folder, String end) {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("listing " + folder, e);
        }
    }

    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }
}
