"use strict";
// An event sent with Azure's publisher as it comes from npm: `ENDPOINT KEY RETRIES`.
const { AzureKeyCredential, EventGridPublisherClient } = require("@azure/eventgrid");

const [endpoint, key, maxRetries] = process.argv.slice(2);
new EventGridPublisherClient(endpoint, "EventGrid", new AzureKeyCredential(key), { retryOptions: { maxRetries: Number(maxRetries) } })
  .send([{ id: "js", subject: "/", eventType: "t", dataVersion: "1", data: {} }])
  .then(() => console.log("sent"));
