package io.tidings.acceptance.installation;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** The blobs in a folder that somebody writes to. */
public final class BlobFiles {
    private BlobFiles() {}

    /** Returns the content of all blobs, one after the other. */
    public static String text(Path folder) {
        return in(folder).stream().map(DeployFolder::text).collect(joining());
    }

    /** The ids of all dead letters in all blobs. */
    public static List<String> ids(Path folder) {
        var ids = new ArrayList<String>();
        try {
            for (var file : in(folder)) {
                for (var letter : new JsonMapper().readTree(file.toFile())) {
                    ids.add(letter.get("id").textValue());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading blobs", e);
        }
        return ids;
    }

    /** All that are complete, in it and below; files that vanish while they are looked at are temporary ones. */
    public static List<Path> in(Path folder) {
        var found = new ArrayList<Path>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(".json")) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException gone) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("looking for blobs", e);
        }
        return found;
    }
}
