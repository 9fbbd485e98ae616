package io.tidings.acceptance.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** What {@code docs/security.md} says that each program needs of Kafka. */
public record AccessTable(List<String> rows) {
    private static final Path PAGE = Path.of("..", "..", "docs", "security.md");
    private static final String EVERY = "every";

    public static AccessTable read() throws IOException {
        var lines = Files.readAllLines(PAGE);
        int start = lines.indexOf("| program | resource | pattern | name | operations |");
        return new AccessTable(lines.stream()
                .skip(start + 2L)
                .takeWhile(line -> line.startsWith("|"))
                .toList());
    }

    /** For users that are called like the programs. */
    public List<AclBinding> bindings(List<String> programs) {
        return rows.stream().flatMap(row -> bindings(row, programs)).toList();
    }

    private static Stream<AclBinding> bindings(String row, List<String> programs) {
        var cells = Arrays.stream(row.split("\\|"))
                .map(cell -> cell.strip().replace("`", ""))
                .toList();
        var users = cells.get(1).equals(EVERY) ? programs : List.of(cells.get(1));
        var resource = new ResourcePattern(
                ResourceType.valueOf(constant(cells.get(2))),
                cells.get(4),
                PatternType.valueOf(constant(cells.get(3))));
        return users.stream()
                .flatMap(user -> Stream.of(cells.get(5).split(", "))
                        .map(operation -> new AclBinding(
                                resource,
                                new AccessControlEntry(
                                        "User:" + user, "*", operation(operation), AclPermissionType.ALLOW))));
    }

    private static AclOperation operation(String word) {
        return AclOperation.valueOf(constant(word.replaceAll("(?<=[a-z])(?=[A-Z])", "_")));
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
