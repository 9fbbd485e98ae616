package io.tidings.local;

import io.tidings.cli.terminal.CommandFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import kafka.admin.ConfigCommand;
import org.apache.kafka.tools.ConsoleProducer;
import org.apache.kafka.tools.GetOffsetShell;
import org.apache.kafka.tools.TopicCommand;
import org.apache.kafka.tools.consumer.ConsoleConsumer;
import org.apache.kafka.tools.consumer.group.ConsumerGroupCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that runs Kafka's own tools, whose arguments are none of ours. */
@Command(
        name = "kafka",
        header = "Runs one of Kafka's own command-line tools.",
        description =
                "It takes the broker of local mode unless --bootstrap-server names another. tidings kafka TOOL --help"
                        + " prints the arguments of a tool.")
final class KafkaCommand implements Callable<Integer> {
    /** The broker of local mode. */
    static final String LOCAL = "localhost:9092";

    private static final Map<String, Tool> TOOLS = new TreeMap<>(Map.<String, Tool>of(
            "topics", TopicCommand::main,
            "console-consumer", ConsoleConsumer::main,
            "console-producer", ConsoleProducer::main,
            "consumer-groups", ConsumerGroupCommand::main,
            "get-offsets", GetOffsetShell::main,
            "configs", ConfigCommand::main));

    private static final Pattern OTHER = Pattern.compile("--(help|version|bootstrap-controller(=.*)?)");
    private static final String SERVER = "--bootstrap-server";
    private static final Pattern ADDRESS = Pattern.compile("([^,]+):(\\d{1,5})(,.*)?");
    private static final int CONNECT_MILLIS = 5_000;

    @Parameters(
            index = "0",
            paramLabel = "TOOL",
            description = "topics, console-consumer, console-producer, consumer-groups, get-offsets or configs")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Parameters(index = "1..*", paramLabel = "ARGS", description = "the arguments of the tool")
    private List<String> arguments = List.of();

    private KafkaCommand() {}

    /** Returns the command, which leaves everything behind the name of a tool to the tool. */
    static CommandLine commandLine() {
        return new CommandLine(new KafkaCommand()).setStopAtPositional(true);
    }

    @Override
    public Integer call() throws Exception {
        LocalCommands.logAs("quiet-logging.xml");
        var tool = TOOLS.get(name);
        if (tool == null) {
            throw CommandFailure.usage("There is no tool %s; there are %s.".formatted(name, TOOLS.keySet()));
        }
        var all = new ArrayList<>(arguments);
        if (arguments.stream().noneMatch(each -> OTHER.matcher(each).matches())) {
            var server = server();
            if (server.isEmpty()) {
                all.addAll(0, List.of(SERVER, LOCAL));
            }
            requireKafka(server.orElse(LOCAL), "--bootstrap-server HOST:PORT");
        }
        tool.main(all.toArray(String[]::new));
        System.exit(0); // lets the hooks of the tool run, which may still have records to send
        return 0;
    }

    private Optional<String> server() {
        for (int i = 0; i < arguments.size(); i++) {
            var argument = arguments.get(i);
            if (argument.startsWith(SERVER + "=")) {
                return Optional.of(argument.substring(SERVER.length() + 1));
            }
            if (argument.equals(SERVER) && i + 1 < arguments.size()) {
                return Optional.of(arguments.get(i + 1));
            }
        }
        return Optional.empty();
    }

    /** Ends the command unless Kafka listens on the first address; its clients would go on trying for a minute. */
    static void requireKafka(String servers, String option) {
        var address = ADDRESS.matcher(servers);
        if (!address.matches()) {
            return; // Kafka's client says what is wrong
        }
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.group(1), Integer.parseInt(address.group(2))), CONNECT_MILLIS);
        } catch (IOException | IllegalArgumentException _) {
            throw CommandFailure.unreachable(
                    "No Kafka listens on %s:%s: start ./deploy/local/up, or name another with %s."
                            .formatted(address.group(1), address.group(2), option));
        }
    }

    /** The program of a tool. */
    private interface Tool {
        void main(String[] arguments) throws Exception;
    }
}
