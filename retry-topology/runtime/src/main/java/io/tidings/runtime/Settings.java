package io.tidings.runtime;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigTransformer;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.apache.kafka.common.config.provider.FileConfigProvider;
import org.apache.kafka.common.config.types.Password;

/**
 * The settings of a program: a properties file, overridden by the environment, overridden by {@code --set}. {@code
 * ${env:NAME}} and {@code ${file:/path:key}} are replaced in every value.
 */
public final class Settings {
    private static final String ENVIRONMENT = "TIDINGS_";
    private static final String OPEN_TELEMETRY = "OTEL_";

    private final Map<String, Object> parsed;
    private final Map<String, String> texts;
    private final Map<String, String> openTelemetry;

    private Settings(Map<String, Object> parsed, Map<String, String> texts, Map<String, String> openTelemetry) {
        this.parsed = parsed;
        this.texts = texts;
        this.openTelemetry = openTelemetry;
    }

    /**
     * @param definitions of the program's own settings
     * @param prefixes of names that are passed on, such as {@code consumer.}
     * @param args at most one properties file, and {@code --set KEY=VALUE} as often as needed
     * @throws InvalidSettings with every problem
     */
    public static Settings load(
            ConfigDef definitions, List<String> prefixes, String[] args, Map<String, String> environment) {
        var problems = new ArrayList<String>();
        var values = new TreeMap<String, String>();
        var overrides = new TreeMap<String, String>();
        for (int i = 0; i < args.length; i++) {
            if (!args[i].equals("--set")) {
                readFile(Path.of(args[i]), values, problems);
            } else if (i + 1 < args.length && args[i + 1].indexOf('=') > 0) {
                var pair = args[++i];
                overrides.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            } else {
                problems.add("--set must be followed by KEY=VALUE");
            }
        }
        values.putAll(fromEnvironment(definitions, prefixes, environment));
        values.putAll(overrides);
        return of(definitions, prefixes, values, openTelemetry(environment), problems);
    }

    /** @throws InvalidSettings with every problem */
    public static Settings of(ConfigDef definitions, List<String> prefixes, Map<String, String> values) {
        return of(definitions, prefixes, values, Map.of(), new ArrayList<>());
    }

    private static Settings of(
            ConfigDef definitions,
            List<String> prefixes,
            Map<String, String> values,
            Map<String, String> openTelemetry,
            List<String> problems) {
        for (var name : values.keySet()) {
            if (!definitions.names().contains(name) && prefixes.stream().noneMatch(name::startsWith)) {
                problems.add(name + ": there is no such setting");
            }
        }
        var resolved = resolve(values, problems);
        for (var checked : definitions.validate(resolved)) {
            problems.addAll(checked.errorMessages());
        }
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return new Settings(definitions.parse(resolved), resolved, openTelemetry);
    }

    private static void readFile(Path file, Map<String, String> values, List<String> problems) {
        try (Reader reader = Files.newBufferedReader(file)) {
            var properties = new Properties();
            properties.load(reader);
            properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        } catch (NoSuchFileException _) { // its message is only the name of the file
            problems.add("there is no settings file " + file);
        } catch (IOException | IllegalArgumentException e) {
            problems.add("settings file " + file + " cannot be read: " + e.getMessage());
        }
    }

    private static Map<String, String> fromEnvironment(
            ConfigDef definitions, List<String> prefixes, Map<String, String> environment) {
        var values = new HashMap<String, String>();
        for (var variable : environment.entrySet()) {
            if (variable.getKey().startsWith(ENVIRONMENT)) {
                var rest = variable.getKey().substring(ENVIRONMENT.length());
                nameOf(rest, definitions, prefixes).ifPresent(name -> values.put(name, variable.getValue()));
            }
        }
        return values;
    }

    /** OpenTelemetry treats an empty variable as not set. */
    private static Map<String, String> openTelemetry(Map<String, String> environment) {
        var variables = new TreeMap<>(environment);
        variables
                .entrySet()
                .removeIf(variable -> !variable.getKey().startsWith(OPEN_TELEMETRY)
                        || variable.getValue().isBlank());
        return variables;
    }

    private static Optional<String> nameOf(String variable, ConfigDef definitions, List<String> prefixes) {
        for (var name : definitions.names()) {
            if (name.toUpperCase(Locale.ROOT)
                    .replace('.', '_')
                    .replace('-', '_')
                    .equals(variable)) {
                return Optional.of(name);
            }
        }
        var dotted = variable.toLowerCase(Locale.ROOT).replace('_', '.');
        return prefixes.stream().anyMatch(dotted::startsWith) ? Optional.of(dotted) : Optional.empty();
    }

    private static Map<String, String> resolve(Map<String, String> values, List<String> problems) {
        try (var environment = new EnvVarConfigProvider();
                var file = new FileConfigProvider()) {
            environment.configure(Map.of());
            file.configure(Map.of());
            var transformer = new ConfigTransformer(Map.of("env", environment, "file", file));
            return new TreeMap<>(transformer.transform(values).data());
        } catch (ConfigException | IOException e) {
            problems.add("a ${…} reference cannot be resolved: " + e.getMessage());
            return values;
        }
    }

    public String text(String name) {
        return (String) required(name);
    }

    public Optional<String> optionalText(String name) {
        var value = (String) parsed.get(name);
        return value == null || value.isBlank() ? Optional.empty() : Optional.of(value);
    }

    public int integer(String name) {
        return (Integer) required(name);
    }

    public long largeInteger(String name) {
        return (Long) required(name);
    }

    public double decimal(String name) {
        return (Double) required(name);
    }

    public boolean flag(String name) {
        return (Boolean) required(name);
    }

    public Duration duration(String name) {
        return SettingDuration.parse(text(name));
    }

    public Optional<Password> password(String name) {
        return Optional.ofNullable((Password) parsed.get(name));
    }

    @SuppressWarnings("unchecked") // ConfigDef parses Type.LIST to this
    public List<String> list(String name) {
        return (List<String>) required(name);
    }

    /** Returns whether the file, the environment or {@code --set} has the setting. */
    public boolean given(String name) {
        return texts.containsKey(name);
    }

    /** The {@code OTEL_*} variables of the environment, by their names. */
    public Map<String, String> openTelemetry() {
        return openTelemetry;
    }

    /** Returns the settings whose names start with the prefix, without the prefix. */
    public Map<String, String> under(String prefix) {
        var found = new TreeMap<String, String>();
        texts.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        return found;
    }

    private Object required(String name) {
        var value = parsed.get(name);
        if (value == null) {
            throw new IllegalArgumentException("setting " + name + " is not defined");
        }
        return value;
    }
}
