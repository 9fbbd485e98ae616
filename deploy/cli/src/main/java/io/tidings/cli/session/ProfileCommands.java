package io.tidings.cli.session;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.cli.api.ProfileList;
import io.tidings.cli.terminal.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that keep the addresses and tokens of installations. */
@Command(
        name = "profile",
        header = "Keeps the addresses and tokens of installations.",
        description = "They are in ~/.config/tidings/config, which only its owner can read.")
public final class ProfileCommands {
    private final CommandSession session;

    public ProfileCommands(CommandSession session) {
        this.session = session;
    }

    @Command(
            description = "Adds or replaces a profile: give --url, and --token-file unless it needs no token. The first"
                    + " profile becomes the current one.")
    int add(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--use", description = "make it the current one") boolean use) {
        var file = session.profiles();
        var changed = file.read().with(session.profile(name));
        file.write(use ? changed.using(name) : changed);
        return session.done(
                JsonNodeFactory.instance.objectNode().put("added", name),
                "added profile %s to %s".formatted(name, file.path()));
    }

    @Command(description = "Lists the profiles, without their tokens.")
    int list() {
        var profiles = session.profiles().read();
        var json = JsonNodeFactory.instance.objectNode();
        var value = json.putArray("value");
        var table = new TextTable("PROFILE", "URL", "TOKEN", "CURRENT");
        for (var profile : profiles.sorted()) {
            boolean current = profile.name().equals(profiles.current());
            boolean token = profile.token() != null;
            value.addObject()
                    .put("name", profile.name())
                    .put("url", profile.url().toString())
                    .put("hasToken", token)
                    .put("current", current);
            table.row(profile.name(), profile.url().toString(), token ? "kept" : "none", current ? "yes" : "");
        }
        return session.show(json, _ -> table.text());
    }

    @Command(description = "Makes a profile the current one.")
    int use(@Parameters(paramLabel = "NAME") String name) {
        var profiles = existing(name);
        session.profiles().write(profiles.using(name));
        return session.done(JsonNodeFactory.instance.objectNode().put("current", name), "using profile " + name);
    }

    @Command(description = "Removes a profile and its token.")
    int remove(@Parameters(paramLabel = "NAME") String name) {
        var profiles = existing(name);
        session.profiles().write(profiles.without(name));
        return session.done(JsonNodeFactory.instance.objectNode().put("removed", name), "removed profile " + name);
    }

    private ProfileList existing(String name) {
        var profiles = session.profiles().read();
        profiles.required(name);
        return profiles;
    }
}
