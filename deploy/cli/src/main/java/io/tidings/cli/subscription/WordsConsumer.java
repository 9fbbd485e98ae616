package io.tidings.cli.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import java.util.function.Function;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** An option that takes all words up to the next option or {@code --}, and may be repeated. */
@SuppressWarnings("JdkObsolete") // Stack is what picocli passes
abstract sealed class WordsConsumer implements IParameterConsumer {
    private final Function<List<String>, ObjectNode> reading;

    private WordsConsumer(Function<List<String>, ObjectNode> reading) {
        this.reading = reading;
    }

    static final class AdvancedFilters extends WordsConsumer {
        AdvancedFilters() {
            super(AdvancedFilterArgument::json);
        }
    }

    static final class DeliveryAttributes extends WordsConsumer {
        DeliveryAttributes() {
            super(DeliveryAttributeArgument::json);
        }
    }

    @Override
    public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
        var words = new ArrayList<String>();
        while (!arguments.isEmpty()
                && !arguments.peek().equals(command.parser().endOfOptionsDelimiter())
                && !command.optionsMap().containsKey(arguments.peek())) {
            words.add(arguments.pop());
        }
        try {
            List<ObjectNode> sofar = option.getValue();
            var all = new ArrayList<>(sofar);
            all.add(reading.apply(words));
            option.setValue(all);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
