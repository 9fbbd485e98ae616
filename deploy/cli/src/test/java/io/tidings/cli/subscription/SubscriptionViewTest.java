package io.tidings.cli.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.SubscriptionName;
import org.junit.jupiter.api.Test;

/** #35 */
class SubscriptionViewTest {
    private static String shown(String json) throws JsonProcessingException {
        return SubscriptionView.text(
                new SubscriptionName("orders", "billing"), (ObjectNode) new ObjectMapper().readTree(json));
    }

    @Test
    void whatASubscriptionDoesNotSayIsShownWithItsDefault() throws JsonProcessingException {
        assertThat(shown("""
            {"id":"/t/orders/eventSubscriptions/billing","name":"billing","type":"t","properties":{"topic":"/t/orders",
             "destination":{"endpointType":"WebHook","properties":{"endpointBaseUrl":"https://example.com/hook"}},
             "filter":{"subjectBeginsWith":"","subjectEndsWith":"","isSubjectCaseSensitive":false,
              "enableAdvancedFilteringOnArrays":false},
             "retryPolicy":{},"provisioningState":"Succeeded","paused":false,
             "status":{"health":"Healthy","consecutiveFailures":0,"deferred":0,"matched":2,"delivered":2,
              "deadLettered":0,"dropped":0,"waiting":0,"lastDelivered":"2026-11-22T11:00:00Z"}}}
            """)).isEqualTo("""
                SUBSCRIPTION               orders/billing
                health                     Healthy
                endpoint                   https://example.com/hook

                matched                    2
                delivered                  2
                dead-lettered              0
                dropped                    0
                waiting                    0
                deferred                   0
                last delivered             2026-11-22T11:00:00Z

                event types                all (default)
                subject begins with        anything (default)
                subject ends with          anything (default)
                case of subjects           does not matter (default)
                conditions                 none (default)
                look into arrays           no (default)

                secret path                no (default)
                paused                     no (default)
                while it is paused         expire (default)
                when it is gone (410)      retry (default)
                start                      now (default)
                delivery schema            that of the topic (default)
                events in a request        1 (default)
                headers                    none (default)
                signature                  none (default)
                authentication             none (default)
                lanes                      1 (default)
                requests a second          unlimited (default)
                concurrent requests        unlimited (default)
                ordered by                 nothing (default)
                labels                     none (default)
                expires                    never (default)

                retry schedule             event-grid (default)
                attempts                   30, unless the workers are set otherwise (default)
                time to live               1440 minutes, unless the workers are set otherwise (default)
                dead letters               none: what is given up is dropped (default)
                when the endpoint is back  forward: what waits is sent at once (default)
                logged attempts            as attempts.log of the workers says (default)

                id                         /t/orders/eventSubscriptions/billing
                """);
    }

    @Test
    void whatASubscriptionSaysIsShownInWordsAndTheRestByItsPath() throws JsonProcessingException {
        assertThat(shown("""
            {"name":"billing","properties":{"topic":"/t/orders","paused":true,"labels":["a","b"],
             "destination":{"endpointType":"WebHook","properties":{"endpointBaseUrl":"https://example.com/hook",
              "preferredBatchSizeInKilobytes":64,"deliveryAttributeMappings":[
               {"name":"X-Key","type":"Static","properties":{"value":null,"isSecret":true}},
               {"name":"X-Tenant","type":"Dynamic","properties":{"sourceField":"data.tenant"}},
               {"name":"X-Shop","type":"Static","properties":{"value":"eu","isSecret":false}}]}},
             "eventDeliverySchema":"CloudEventSchemaV1_0","expirationTimeUtc":"2030-01-02T00:00:00Z",
             "filter":{"includedEventTypes":["Order.Placed","Order.Paid"],"subjectBeginsWith":"/orders/",
              "isSubjectCaseSensitive":true,"enableAdvancedFilteringOnArrays":true,"advancedFilters":[
               {"operatorType":"NumberGreaterThan","key":"data.amount","value":100},
               {"operatorType":"StringIn","key":"data.country","values":["DE","AT"]},
               {"operatorType":"IsNotNull","key":"data.to"}]},
             "retryPolicy":{"maxDeliveryAttempts":5,"eventTimeToLiveInMinutes":60},
             "deadLetterDestination":{"endpointType":"StorageBlob","properties":{"resourceId":"/storage/local",
              "blobContainerName":"letters"}},
             "tidings":{"retry":{"schedule":["PT60S","PT1H"],"maxDeliveryAttempts":7,"timeToLive":"P3D","jitter":0.5},
              "attempts":"all","lanes":4,"limits":{"requestsPerSecond":2.5,"concurrentRequests":8},
              "orderBy":"subject","recovery":"schedule","secretPath":true,
              "authentication":{"oauth2":{"tokenUrl":"https://login.example/token","clientId":"billing",
               "clientSecret":null}},
              "signing":{"secret":null,"formerUntil":"2026-11-23T12:00:00Z"},"later":true},
             "provisioningState":"AwaitingManualAction","provisioningError":"the endpoint has not agreed",
             "warnings":["no storage for account x","no order"],
             "status":{"health":"OnProbation","reason":"until then","recent":{"delivered":2,"failed":9,"minutes":5},
              "consecutiveFailures":10,"deferred":3,"matched":12,"delivered":10,
              "deadLettered":1,"dropped":0,"waiting":1,"lastMatched":"2026-11-22T11:58:00Z",
              "lastDelivered":"2026-11-22T11:00:00Z","probationUntil":"2026-11-22T12:05:00Z",
              "lastDeliveryOutcome":"Busy","lastDeliveryError":"503 of example.com","concurrencyLimit":8,
              "recovery":{"state":"Stopped","since":"2026-11-22T11:59:00Z","moved":12,"until":"2026-11-22T12:06:00Z"}}}}
            """)).isEqualTo("""
                SUBSCRIPTION               orders/billing
                health                     AwaitingManualAction, OnProbation
                reason                     until then
                problem                    the endpoint has not agreed
                endpoint                   https://example.com/hook
                warning                    no storage for account x
                warning                    no order
                lately                     2 delivered, 9 attempts failed, in 5 minutes
                last failure               Busy (503 of example.com), 10 in a row
                nothing is sent until      2026-11-22T12:05:00Z
                requests at once           8
                recovery                   Stopped since 2026-11-22T11:59:00Z, 12 moved, goes on at 2026-11-22T12:06:00Z

                matched                    12
                delivered                  10
                dead-lettered              1
                dropped                    0
                waiting                    1
                deferred                   3
                last matched               2026-11-22T11:58:00Z
                last delivered             2026-11-22T11:00:00Z

                event types                Order.Placed, Order.Paid
                subject begins with        /orders/
                subject ends with          anything (default)
                case of subjects           matters
                conditions                 data.amount NumberGreaterThan 100
                                           data.country StringIn DE, AT
                                           data.to IsNotNull
                look into arrays           yes

                secret path                yes
                paused                     yes
                while it is paused         expire (default)
                when it is gone (410)      retry (default)
                start                      now (default)
                delivery schema            CloudEventSchemaV1_0
                events in a request        500, unless the workers are set otherwise (default)
                kilobytes in a request     64
                headers                    X-Key: a secret
                                           X-Tenant: data.tenant of the event
                                           X-Shop: eu
                signature                  Standard Webhooks, with the former secret too until 2026-11-23T12:00:00Z
                authentication             oauth2.tokenUrl https://login.example/token
                                           oauth2.clientId billing
                lanes                      4
                requests a second          2.5
                concurrent requests        8
                ordered by                 subject
                labels                     a, b
                expires                    2030-01-02T00:00:00Z

                retry schedule             PT60S, PT1H
                attempts                   7
                time to live               P3D
                dead letters               the container letters of /storage/local
                when the endpoint is back  schedule
                logged attempts            all

                tidings.retry.jitter       0.5
                tidings.later              true
                """);
    }
}
