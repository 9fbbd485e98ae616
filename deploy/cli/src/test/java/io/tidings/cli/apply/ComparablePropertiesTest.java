package io.tidings.cli.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.ExactNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparablePropertiesTest {
    private static final ObjectMapper JSON = ExactNumbers.in(JsonMapper.builder());

    private static ObjectNode comparable(String json) throws JsonProcessingException {
        return ComparableProperties.of((ObjectNode) JSON.readTree(json.replace('\'', '"')), false);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{'filter':{'subjectBeginsWith':'','isSubjectCaseSensitive':false},'retryPolicy':{}} | {}",
                "{'status':{'health':'Delivering'},'provisioningState':'Succeeded','paused':false} | {}",
                "{'tidings':{'recovery':'forward','retry':{'preset':'event-grid','floors':'event-grid'}}} | {}",
                "{'tidings':{'gone':'retry'}} | {}",
                "{'tidings':{'whilePaused':'expire'}} | {}",
                "{'tidings':{'start':'now'}} | {}",
                "{'tidings':{'retry':{'timeToLive':'P1D'}}} | {'tidings':{'retry':{'timeToLive':'PT24H'}}}",
                "{'tidings':{'signing':{'secret':'whsec_x'}}} | {'tidings':{'signing':{}}}",
                "{'retryPolicy':{'eventExpiryInMinutes':5.0}} | {'retryPolicy':{'eventTimeToLiveInMinutes':5}}",
                "{'expirationTimeUtc':'2030-01-01T01:00:00+01:00'} | {'expirationTimeUtc':'2030-01-01T00:00:00Z'}",
                "{'retryPolicy':{'maxDeliveryAttempts':1e1}} | {'retryPolicy':{'maxDeliveryAttempts':10}}",
                "{'retryPolicy':{'maxDeliveryAttempts':0e9999}} | {'retryPolicy':{'maxDeliveryAttempts':0}}",
                "{'filter':{'includedEventTypes':['ALL']}} | {}",
                "{'destination':{'endpointType':'webhook'}} | {'destination':{'endpointType':'WebHook'}}",
            })
    void whatMeansTheSameIsEqual(String one, String other) throws JsonProcessingException {
        assertThat(comparable(one)).isEqualTo(comparable(other));
    }

    @ParameterizedTest(name = "{0} is not {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{'tidings':{'signing':{}}} | {}",
                "{'filter':{'subjectBeginsWith':'/A'}} | {'filter':{'subjectBeginsWith':'/a'}}",
                "{'labels':['a']} | {'labels':['b']}",
                "{'tidings':{'recovery':'schedule'}} | {}",
            })
    void whatMeansSomethingElseIsNot(String one, String other) throws JsonProcessingException {
        assertThat(comparable(one)).isNotEqualTo(comparable(other));
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | {'inputSchema':'EventGridSchema'}",
                "{'tidings':{'source':{'kafkaTopic':'a','format':'json'}}}"
                        + "| {'inputSchema':'EventGridSchema',"
                        + "'tidings':{'source':{'kafkaTopic':'a','format':'json','start':'latest'}}}",
                "{'tidings':{'source':{'kafkaTopic':'a','format':'cloudevents'}}}"
                        + "| {'inputSchema':'CloudEventSchemaV1_0',"
                        + "'tidings':{'source':{'kafkaTopic':'a','format':'cloudevents','start':'latest'}}}",
                "{'tidings':{'deduplicate':{}}}"
                        + "| {'inputSchema':'EventGridSchema',"
                        + "'tidings':{'deduplicate':{'by':'id','window':'PT60M'}}}",
            })
    void whatATopicLeavesOutIsEqualToItsDefault(String one, String other) throws JsonProcessingException {
        assertThat(topic(one)).isEqualTo(topic(other));
    }

    private static ObjectNode topic(String json) throws JsonProcessingException {
        return ComparableProperties.of((ObjectNode) new ObjectMapper().readTree(json.replace('\'', '"')), true);
    }

    @Test
    @Timeout(5)
    void aNumberCostsNoMoreThanItsText() throws JsonProcessingException {
        assertThat(comparable("{'labels':[1e999999999,1e-999999999]}"))
                .isEqualTo(comparable("{'labels':[10.0e999999998,0.10e-999999998]}"))
                .isNotEqualTo(comparable("{'labels':[1e999999998,1e-999999999]}"));
    }

    @Test
    void noSecretIsLeft() throws JsonProcessingException {
        assertThat(comparable("""
            {'destination':{'properties':{'deliveryAttributeMappings':[
               {'name':'X','type':'Static','properties':{'value':'s3cret','isSecret':true}}]}},
             'tidings':{'signing':{'secret':'s3cret'},
               'authentication':{'oauth2':{'clientId':'c','clientSecret':'s3cret'}}}}\
            """)).asString().doesNotContain("s3cret").contains("clientId");
    }
}
