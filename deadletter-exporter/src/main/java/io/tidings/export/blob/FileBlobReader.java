package io.tidings.export.blob;

import io.tidings.contract.subscription.DeadLetterDestination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** @param root the folder of the containers */
record FileBlobReader(Path root) implements BlobReader {
    @Override
    public List<String> list(String container, String folder) throws IOException {
        var path = in(container, folder);
        if (!Files.isDirectory(root)) {
            throw new IOException("folder " + root + " does not exist: mount or create it");
        }
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        var names = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(path, Files::isRegularFile)) {
            files.forEach(file -> names.add(folder + file.getFileName()));
        }
        return names;
    }

    @Override
    public byte[] read(String container, String name) throws IOException {
        return Files.readAllBytes(in(container, name));
    }

    private Path in(String container, String name) {
        if (!DeadLetterDestination.isContainer(container)) {
            throw new IllegalArgumentException("\"" + container + "\" is no name of a container");
        }
        var folder = root.resolve(container).normalize();
        var path = folder.resolve(name).normalize();
        if (!path.startsWith(folder)) {
            throw new IllegalArgumentException("\"" + name + "\" leads out of container " + folder);
        }
        return path;
    }

    @Override
    public void close() {}
}
