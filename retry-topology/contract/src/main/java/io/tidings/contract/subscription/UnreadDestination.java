package io.tidings.contract.subscription;

import java.net.URI;
import java.util.List;

/** A destination that this release does not understand; nothing is sent there (B-SUB-6). */
public record UnreadDestination() implements Destination {
    @Override
    public URI endpoint() {
        return URI.create("unread:destination");
    }

    @Override
    public List<DeliveryAttribute> attributes() {
        return List.of();
    }

    @Override
    public String displayName() {
        return "a destination that this release does not know";
    }
}
