"use strict";
// Publishes one event.
const { AzureKeyCredential, EventGridPublisherClient } = require("@azure/eventgrid");

const client = new EventGridPublisherClient(process.env.ENDPOINT, "EventGrid", new AzureKeyCredential(process.env.KEY), {
  allowInsecureConnection: process.env.ENDPOINT.startsWith("http://"), // for local mode; else the key stays unsent
});
client
  .send([{ subject: "/orders/1", eventType: "Order.Placed", dataVersion: "1.0", data: { amount: 42 } }])
  .then(() => console.log("published"));
