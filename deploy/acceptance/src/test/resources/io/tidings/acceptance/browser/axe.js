// Reports what axe finds serious or critical in the page.
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then(
  result => done(result.violations
    .filter(violation => ["serious", "critical"].includes(violation.impact))
    .map(violation => `${violation.id}: ${violation.help}: `
      + violation.nodes.slice(0, 5).map(node => `${node.html} ${node.failureSummary}`).join("; "))),
  error => done([`axe failed: ${error}`]));
