"use strict";
// An event sent with Azure's publisher as it comes from npm, and the token of an identity: `ENDPOINT TOKEN [TOPIC]`.
const { EventGridPublisherClient } = require("@azure/eventgrid");

const [endpoint, token, topic] = process.argv.slice(2);
const asked = new Set();
const credential = {
  getToken: async (scopes) => {
    [scopes].flat().forEach((scope) => asked.add(scope));
    return { token, expiresOnTimestamp: Date.now() + 3_600_000 };
  },
};
new EventGridPublisherClient(endpoint, "EventGrid", credential)
  .send([{ ...(topic ? { topic, id: `js-${topic}` } : { id: "js" }), subject: "/", eventType: "t", dataVersion: "1", data: {} }])
  .then(() => console.log("sent", ...asked), (error) => console.log(error.name, error.statusCode));
