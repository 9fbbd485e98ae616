"use strict";
// Clients as they come from npm. `publish BASE KEYS` sends one event in every way there is;
// `read FILE` prints what the consumers' libraries make of the deliveries in it.
const { readFileSync } = require("node:fs");
const {
  AzureKeyCredential,
  AzureSASCredential,
  EventGridDeserializer,
  EventGridPublisherClient,
  generateSharedAccessSignature,
} = require("@azure/eventgrid");
const { CloudEvent, HTTP } = require("cloudevents");

async function publish(base, keys) {
  const endpoint = (topic) => `${base}/topics/${topic}/api/events`;
  const credentials = async (topic, way) => {
    const key = new AzureKeyCredential(keys[topic]);
    const soon = new Date(Date.now() + 3_600_000);
    return way === "key"
      ? key
      : new AzureSASCredential(await generateSharedAccessSignature(endpoint(topic), key, soon));
  };
  for (const way of ["key", "sas"]) {
    const client = async (topic, schema) =>
      new EventGridPublisherClient(endpoint(topic), schema, await credentials(topic, way));
    await (await client("orders", "EventGrid")).send([
      { id: `js-grid-${way}`, subject: "/orders/1", eventType: "Order.Placed", dataVersion: "1.0", data: { amount: 1 } },
    ]);
    await (await client("clouds", "CloudEvent")).send([
      { id: `js-cloud-${way}`, source: "/shop", type: "Order.Placed", data: { amount: 2 } },
    ]);
    await (await client("things", "Custom")).send([
      { key: `js-thing-${way}`, kind: "Order.Placed", about: "/orders/3", amount: 3 },
    ]);
  }
  await (await new EventGridPublisherClient(endpoint("clouds"), "CloudEvent", await credentials("clouds", "key"))).send([
    {
      id: "js-cloud-bytes",
      source: "/shop",
      type: "Order.Drawn",
      datacontenttype: "image/png",
      data: Uint8Array.from([0, 255, 7]),
    },
  ]);
  const event = (id) => new CloudEvent({ id, source: "/shop", type: "Order.Placed", data: { amount: 4 } });
  const post = async ({ headers, body }) => {
    const answer = await fetch(endpoint("clouds"), {
      method: "POST",
      headers: { ...headers, "aeg-sas-key": keys.clouds },
      body,
    });
    if (answer.status !== 200) {
      throw new Error(`${answer.status} ${await answer.text()}`);
    }
  };
  await post(HTTP.structured(event("js-structured")));
  await post(HTTP.binary(event("js-binary")));
  const stranger = new EventGridPublisherClient(endpoint("orders"), "EventGrid", new AzureKeyCredential("bm8ga2V5"));
  const refused = await stranger
    .send([{ subject: "/", eventType: "t", dataVersion: "1", data: {} }])
    .then(() => "nothing", (error) => `${error.name} ${error.code} ${error.statusCode}`);
  console.log(refused);
}

async function read(file) {
  const azure = new EventGridDeserializer();
  for (const { schema, contentType, body } of JSON.parse(readFileSync(file, "utf8"))) {
    if (schema === "EventGridSchema") {
      for (const event of await azure.deserializeEventGridEvents(body)) {
        console.log(schema, event.id, event.eventType, event.subject, event.eventTime instanceof Date);
      }
    } else {
      for (const event of await azure.deserializeCloudEvents(body)) {
        console.log(schema, event.id, event.type, event.source !== "");
      }
      const parsed = HTTP.toEvent({ headers: { "content-type": contentType }, body });
      for (const event of Array.isArray(parsed) ? parsed : [parsed]) {
        console.log("CloudEvent", event.id, event.type, event.validate());
      }
    }
  }
}

const [command, ...rest] = process.argv.slice(2);
(command === "publish" ? publish(rest[0], JSON.parse(rest[1])) : read(rest[0])).catch((error) => {
  console.error(error);
  process.exit(1);
});
