import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Does what the scripts {@code up}, {@code kafka}, {@code grow} and {@code tidings} do, where there is no Bash:
 * {@code java Launch.java ROOT COMMAND ARGS...}. Any Java from 11 on runs it; it looks for the Java 25 of the program.
 */
final class Launch {
    private static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");
    private static final String KAFKA = "localhost:9092";
    private static final String NATIVE = "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";
    /** Only what local mode runs: no tests, no harness. */
    private static final List<String> RUN = List.of("-pl", "deploy/local,deploy/cli", "-am", "-Dmaven.test.skip");

    private static final Map<String, String> TOOLS = Map.of(
            "topics", "org.apache.kafka.tools.TopicCommand",
            "console-consumer", "org.apache.kafka.tools.consumer.ConsoleConsumer",
            "console-producer", "org.apache.kafka.tools.ConsoleProducer",
            "consumer-groups", "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand",
            "get-offsets", "org.apache.kafka.tools.GetOffsetShell",
            "configs", "kafka.admin.ConfigCommand");

    private final Path root;
    private final Path jdk;

    private Launch(Path root, Path jdk) {
        this.root = root;
        this.jdk = jdk;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        var launch = new Launch(Path.of(args[0]).toAbsolutePath().normalize(), jdk());
        var arguments = List.of(args).subList(2, args.length);
        switch (args[1]) {
            case "up":
                launch.up(arguments);
                break;
            case "kafka":
                launch.kafka(arguments);
                break;
            case "grow":
                launch.grow(arguments);
                break;
            case "tidings":
                launch.tidings(arguments);
                break;
            default:
                throw end("There is no command " + args[1] + ".");
        }
    }

    private void up(List<String> arguments) throws IOException, InterruptedException {
        var local = built("deploy/local", RUN);
        run(
                "-Xmx1g -XX:+UseSerialGC " + NATIVE + " -Dsun.net.httpserver.maxIdleConnections=10000"
                        + " -Dlogback.configurationFile=io/tidings/local/logging.xml",
                List.of("-Dtidings.data=" + data()),
                local,
                "io.tidings.local.Up",
                arguments);
    }

    private void kafka(List<String> arguments) throws IOException, InterruptedException {
        var tool = arguments.isEmpty() ? null : TOOLS.get(arguments.get(0));
        if (tool == null) {
            throw end("usage: kafka TOOL ARGS..., where TOOL is one of " + TOOLS.keySet()
                    + "; --bootstrap-server is " + KAFKA + " unless given");
        }
        var all = new ArrayList<>(arguments.subList(1, arguments.size()));
        if (all.stream().noneMatch(each -> each.matches("--(bootstrap-server|bootstrap-controller|help|version).*"))) {
            all.addAll(0, List.of("--bootstrap-server", KAFKA));
        }
        run(
                "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC " + NATIVE
                        + " -Dlogback.configurationFile=io/tidings/local/quiet-logging.xml",
                List.of(),
                built("deploy/local", RUN),
                tool,
                all);
    }

    private void grow(List<String> arguments) throws IOException, InterruptedException {
        operatorCommand(
                "-Dlogback.configurationFile=io/tidings/export/grow-logging.xml",
                "io.tidings.export.GrowMain",
                arguments);
    }

    private void operatorCommand(String logging, String main, List<String> arguments)
            throws IOException, InterruptedException {
        var all = new ArrayList<>(List.of("--set", "bootstrap.servers=" + KAFKA));
        all.addAll(arguments);
        run(
                "-Xmx128m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC " + NATIVE + " " + logging,
                List.of(),
                built("deploy/local", RUN),
                main,
                all);
    }

    private void tidings(List<String> arguments) throws IOException, InterruptedException {
        run(
                "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData",
                List.of(),
                built("deploy/cli", List.of("-pl", "deploy/cli", "-am")),
                "io.tidings.cli.CliMain",
                arguments);
    }

    /** Runs a program on this console, and ends as it does. */
    private void run(String options, List<String> more, Path dist, String main, List<String> arguments)
            throws IOException, InterruptedException {
        var line = new ArrayList<>(List.of(java(jdk).toString()));
        line.addAll(List.of(options.split(" ")));
        line.addAll(more);
        var own = System.getenv("JAVA_OPTS");
        if (own != null && !own.isBlank()) {
            line.addAll(List.of(own.strip().split("\\s+")));
        }
        line.addAll(List.of("-cp", dist.resolve("lib") + File.separator + "*", main));
        line.addAll(arguments);
        System.exit(exit(new ProcessBuilder(line)));
    }

    /** Ctrl-C reaches the program itself on a console; elsewhere it is passed on. */
    private int exit(ProcessBuilder builder) throws IOException, InterruptedException {
        builder.environment().put("TIDINGS_DATA", data().toString());
        var process = builder.inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (!WINDOWS) {
                process.destroy();
            }
            process.onExit().join();
        }));
        return process.waitFor();
    }

    private Path data() {
        var given = System.getenv("TIDINGS_DATA");
        if (given != null) {
            return Path.of(given);
        }
        return Files.isWritable(root)
                ? root.resolve("data")
                : Path.of(System.getProperty("user.home"), ".local", "share", "tidings");
    }

    /** The folder of a program, built by Maven if it is missing or older than its sources. */
    private Path built(String module, List<String> options) throws IOException, InterruptedException {
        var dist = root.resolve(module).resolve("target/dist");
        var mark = dist.resolve("built");
        if (Files.exists(mark) && !newer(Files.getLastModifiedTime(mark))) {
            return dist;
        }
        System.err.println("building Tidings with " + jdk + ": one to two minutes, some more the first time ...");
        var line = new ArrayList<>(WINDOWS ? List.of("cmd", "/c", "mvn") : List.of("mvn"));
        line.addAll(List.of("-q", "-B", "-ntp", "-DskipTests", "-Dformat.skip", "-Dsbom.skip"));
        line.addAll(options);
        line.add("package");
        var builder = new ProcessBuilder(line).directory(root.toFile()).inheritIO();
        builder.environment().put("JAVA25_HOME", jdk.toString());
        builder.environment().putIfAbsent("JAVA_HOME", jdk.toString());
        try {
            if (builder.start().waitFor() != 0) {
                throw end("The build failed; what is above says why.");
            }
        } catch (IOException e) {
            throw end("Maven is needed to build: install it (https://maven.apache.org/download.cgi) or put mvn on the PATH.");
        }
        return dist;
    }

    private boolean newer(FileTime built) throws IOException {
        var found = new boolean[1];
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                var name = String.valueOf(folder.getFileName());
                return List.of("target", ".git", "data", "test").contains(name)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                boolean source = file.endsWith("pom.xml") || file.toString().replace('\\', '/').contains("/src/main/");
                found[0] |= source && attributes.lastModifiedTime().compareTo(built) > 0;
                return found[0] ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }
        });
        return found[0];
    }

    /** The first JDK 25 of those that Maven's toolchains plugin finds. */
    private static Path jdk() throws IOException {
        var found = new ArrayList<Path>();
        for (var home : homes()) {
            if (Files.exists(java(home))) {
                found.add(home);
                if (version(home).startsWith("25") && Files.exists(home.resolve("bin").resolve(executable("javac")))) {
                    return home;
                }
            }
        }
        var instead = found.isEmpty() ? "none" : version(found.get(0)) + " at " + found.get(0);
        throw end("needs a JDK 25, found " + instead + ": install one"
                + " (https://adoptium.net/temurin/releases/?version=25) or let JAVA_HOME name it.");
    }

    private static List<Path> homes() throws IOException {
        var homes = new ArrayList<Path>();
        var named = System.getenv("JAVA_HOME");
        if (named != null) {
            homes.add(Path.of(named));
        }
        homes.add(Path.of(System.getProperty("java.home")));
        System.getenv().forEach((name, value) -> {
            if (name.startsWith("JAVA") && (name.endsWith("_HOME") || name.startsWith("JAVA_HOME_"))) {
                homes.add(Path.of(value));
            }
        });
        var user = System.getProperty("user.home");
        var programs = String.valueOf(System.getenv("ProgramFiles"));
        var folders = WINDOWS
                ? Stream.of(
                        programs + "\\Eclipse Adoptium",
                        programs + "\\Java",
                        programs + "\\Microsoft",
                        programs + "\\Zulu",
                        programs + "\\Amazon Corretto",
                        programs + "\\BellSoft",
                        user + "\\scoop\\apps",
                        user + "\\.jdks")
                : Stream.of("/usr/lib/jvm", "/opt/java", user + "/.sdkman/candidates/java", user + "/.jdks");
        for (var folder : folders.map(Path::of).collect(Collectors.toList())) {
            if (Files.isDirectory(folder)) {
                try (var content = Files.list(folder)) {
                    content.sorted().forEach(homes::add);
                }
            }
        }
        return homes;
    }

    /** Such as 25.0.1; empty if the folder does not say it. */
    private static String version(Path home) throws IOException {
        var release = home.resolve("release");
        if (!Files.exists(release)) {
            return "";
        }
        return Files.readAllLines(release).stream()
                .filter(line -> line.startsWith("JAVA_VERSION="))
                .map(line -> line.replaceAll("JAVA_VERSION=|\"", ""))
                .findFirst()
                .orElse("");
    }

    private static Path java(Path home) {
        return home.resolve("bin").resolve(executable("java"));
    }

    private static String executable(String name) {
        return WINDOWS ? name + ".exe" : name;
    }

    private static IllegalStateException end(String message) {
        System.err.println(message);
        System.exit(1);
        return new IllegalStateException(message);
    }
}
