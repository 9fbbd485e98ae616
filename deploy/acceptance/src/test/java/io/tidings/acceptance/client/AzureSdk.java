package io.tidings.acceptance.client;

import com.azure.core.credential.AzureKeyCredential;
import com.azure.core.credential.AzureSasCredential;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.messaging.eventgrid.EventGridPublisherClient;
import com.azure.messaging.eventgrid.EventGridPublisherClientBuilder;
import io.tidings.acceptance.installation.LocalTestCluster;
import java.net.http.HttpClient;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Azure's publishers as they are, which trust the certificate of one machine. */
record AzureSdk(LocalTestCluster machine) {
    EventGridPublisherClientBuilder withKey(String topic) {
        return withKey(topic, machine.key(topic));
    }

    EventGridPublisherClientBuilder withKey(String topic, String key) {
        return to(topic).credential(new AzureKeyCredential(key));
    }

    EventGridPublisherClientBuilder withSignature(String topic) {
        var expiry = OffsetDateTime.now(ZoneOffset.UTC).plusHours(1);
        var signature = EventGridPublisherClient.generateSas(
                endpoint(topic), new AzureKeyCredential(machine.key(topic)), expiry);
        return to(topic).credential(new AzureSasCredential(signature));
    }

    String endpoint(String topic) {
        return machine.cluster().https() + "/topics/" + topic + "/api/events";
    }

    private EventGridPublisherClientBuilder to(String topic) {
        var http = HttpClient.newBuilder().sslContext(machine.trust());
        return new EventGridPublisherClientBuilder()
                .endpoint(endpoint(topic))
                .httpClient(new JdkHttpClientBuilder(http).build());
    }
}
