"use strict";
// Topics, domains and subscriptions, managed with Azure's client as it comes from npm: `ADDRESS TOKEN SUBSCRIPTION WEBHOOK`.
const { EventGridManagementClient } = require("@azure/arm-eventgrid");

const [endpoint, token, azureSubscription, webhook] = process.argv.slice(2);
const credential = { getToken: async () => ({ token, expiresOnTimestamp: Date.now() + 3600_000 }) };
const azure = new EventGridManagementClient(credential, azureSubscription, { endpoint });
const group = "Shop";
const topic = "js-orders";
const soon = { updateIntervalInMs: 200 };

const to = (path, more = {}) => ({ destination: { endpointType: "WebHook", endpointUrl: webhook + path, ...more } });

async function all(list) {
  const found = [];
  for await (const each of list) {
    found.push(each);
  }
  return found;
}

async function refused(call) {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error("not refused");
}

async function topics() {
  const body = {
    location: "westeurope", tags: { team: "shop" }, identity: { type: "SystemAssigned" }, inputSchema: "EventGridSchema",
  };
  const created = await azure.topics.beginCreateOrUpdateAndWait(group, topic, body, soon);
  const got = await azure.topics.get(group, topic);
  await azure.topics.beginUpdateAndWait(group, topic, { tags: { team: "billing" } }, soon);
  const updated = await azure.topics.get(group, topic);
  for (let i = 1; i < 5; i++) {
    await azure.topics.beginCreateOrUpdateAndWait(group, `js-more-${i}`, { location: "westeurope" }, soon);
  }
  const mine = (list) => list.map((each) => each.name).filter((name) => name.startsWith("js-"));
  const filter = "contains(name, 'js-')";
  const inGroup = mine(await all(azure.topics.listByResourceGroup(group, { filter, top: 2 })));
  const inSubscription = mine(await all(azure.topics.listBySubscription({ filter })));
  const pages = (await all(azure.topics.listByResourceGroup(group, { filter, top: 2 }).byPage())).length;
  const keys = await azure.topics.listSharedAccessKeys(group, topic);
  const regenerated = await azure.topics.beginRegenerateKeyAndWait(group, topic, { keyName: "key1" }, soon);
  return { created, got, updated, inGroup, inSubscription, pages, keys, regenerated };
}

async function subscriptions() {
  const api = azure.topicEventSubscriptions;
  const attributes = [{ name: "X-Team", type: "Static", value: "shop" }];
  const created = await api.beginCreateOrUpdateAndWait(
    group, topic, "billing", to("/willing?code=hush", { deliveryAttributeMappings: attributes }), soon);
  const updated = await api.beginUpdateAndWait(
    group, topic, "billing", { labels: ["a"], retryPolicy: { maxDeliveryAttempts: 5 } }, soon);
  const listed = (await all(api.list(group, topic))).map((each) => each.name);
  const url = (await api.getFullUrl(group, topic, "billing")).endpointUrl;
  const shown = (await api.getDeliveryAttributes(group, topic, "billing")).value;
  const scope = (await azure.topics.get(group, topic)).id;
  const extension = await azure.eventSubscriptions.beginCreateOrUpdateAndWait(scope, "shipping", to("/willing"), soon);
  const extensions = (await all(azure.eventSubscriptions.listByResource(group, "Microsoft.EventGrid", "topics", topic)))
    .map((each) => each.name);
  const extensionUrl = (await azure.eventSubscriptions.getFullUrl(scope.slice(1), "shipping")).endpointUrl;
  await api.beginDeleteAndWait(group, topic, "billing", soon);
  const afterDeletion = (await all(api.list(group, topic))).map((each) => each.name);
  return {
    created, updated, listed, url, attributes: shown, extension: extension.id, extensions, extensionUrl, afterDeletion,
  };
}

async function domains() {
  const domain = "js-tenants";
  const created = await azure.domains.beginCreateOrUpdateAndWait(group, domain, { location: "westeurope" }, soon);
  await azure.domains.beginUpdateAndWait(group, domain, { autoDeleteTopicWithLastSubscription: false }, soon);
  const got = await azure.domains.get(group, domain);
  const tenant = await azure.domainTopics.beginCreateOrUpdateAndWait(group, domain, "anna", soon);
  const api = azure.domainTopicEventSubscriptions;
  const own = await api.beginCreateOrUpdateAndWait(group, domain, "otto", "own", to("/willing"), soon);
  const everything = await azure.domainEventSubscriptions.beginCreateOrUpdateAndWait(
    group, domain, "everything", to("/willing"), soon);
  const tenants = (await all(azure.domainTopics.listByDomain(group, domain))).map((each) => each.name);
  const names = (await all(azure.domains.listByResourceGroup(group))).map((each) => each.name);
  await api.beginDeleteAndWait(group, domain, "otto", "own", soon);
  await azure.domainTopics.beginDeleteAndWait(group, domain, "anna", soon);
  const keys = await azure.domains.listSharedAccessKeys(group, domain);
  const left = (await all(azure.domainTopics.listByDomain(group, domain))).map((each) => each.name);
  await azure.domains.beginDeleteAndWait(group, domain, soon);
  const gone = (await refused(() => azure.domains.get(group, domain))).statusCode;
  return { created, got, tenant, own: own.topic, everything: everything.topic, tenants, names, keys, left, gone };
}

async function run() {
  const said = { topics: await topics(), subscriptions: await subscriptions(), domains: await domains() };
  const api = azure.topicEventSubscriptions;
  const failed = await refused(() => api.beginCreateOrUpdateAndWait(group, topic, "failing", to("/unwilling"), soon));
  said.failed = failed.message;
  said.refused = await refused(() => azure.topics.beginCreateOrUpdateAndWait(group, "x", { location: "westeurope" }));
  said.missing = await refused(() => azure.topics.get(group, "nothing"));
  for (const each of await all(azure.topics.listByResourceGroup(group, { filter: "contains(name, 'js-')" }))) {
    await azure.topics.beginDeleteAndWait(group, each.name, soon);
  }
  said.left = (await all(azure.topics.listByResourceGroup(group, { filter: "contains(name, 'js-')" }))).length;
  const plain = ({ code, statusCode, message }) => ({ code, statusCode, message });
  return { ...said, refused: plain(said.refused), missing: plain(said.missing) };
}

run().then((said) => console.log(JSON.stringify(said)), (error) => {
  console.error(error);
  process.exit(1);
});
