// Against a server that refuses as it is told, and, where UNITCOST_URL names one, against the service.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { Unitcost, UnitcostProblem, UnitcostUnreachable } from "unitcost-client";

const QUESTION = { deployment: { device: "h100" } };
const PROBLEM = {
  type: "/problems/unknown-name",
  title: "Unknown name",
  status: 422,
  detail: "no device is called 'h100-smx'",
  instance: "/v1/inference/unit-costs",
  request_id: "abc",
  field: "deployment.device",
  nearest: ["h100-sxm-80gb"],
};

/** A client of a server that gives these answers in turn, and the requests that came. */
async function served(t, answers, options = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const [status, body, headers = {}] = answers[Math.min(requests.length, answers.length) - 1];
    if (status === null) return;
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${server.address().port}/`;
  return { unitcost: new Unitcost({ baseUrl, ...options }), requests };
}

const AS_PROBLEM = { "content-type": "application/problem+json" };

test("a refusal is a typed problem", async (t) => {
  const { unitcost } = await served(t, [[422, PROBLEM, AS_PROBLEM]]);
  const error = await unitcost.unitCosts(QUESTION).catch((caught) => caught);
  assert.ok(error instanceof UnitcostProblem);
  assert.equal(error.kind, "unknown-name");
  assert.equal(error.field, "deployment.device");
  assert.equal(error.requestId, "abc");
  assert.deepEqual(error.nearest, ["h100-sxm-80gb"]);
});

test("what says Retry-After is asked again", async (t) => {
  const busy = [503, { ...PROBLEM, status: 503 }, { ...AS_PROBLEM, "retry-after": "0" }];
  const { unitcost, requests } = await served(t, [busy, busy, [200, { fine: true }]]);
  assert.deepEqual(await unitcost.unitCosts(QUESTION), { fine: true });
  assert.equal(requests.length, 3);
});

test("what asks to wait for too long is refused at once", async (t) => {
  const busy = [429, { ...PROBLEM, status: 429 }, { ...AS_PROBLEM, "retry-after": "3600" }];
  const { unitcost, requests } = await served(t, [busy]);
  await assert.rejects(unitcost.unitCosts(QUESTION), { status: 429 });
  assert.equal(requests.length, 1);
});

test("a refusal without Retry-After is not asked again", async (t) => {
  const { unitcost, requests } = await served(t, [[422, PROBLEM, AS_PROBLEM]]);
  await assert.rejects(unitcost.unitCosts(QUESTION), UnitcostProblem);
  assert.equal(requests.length, 1);
});

test("a page of a proxy is a problem with its status", async (t) => {
  const { unitcost } = await served(t, [[502, "<h1>Bad gateway</h1>"]]);
  await assert.rejects(unitcost.unitCosts(QUESTION), { status: 502, type: "about:blank" });
});

test("what takes too long is given up", async (t) => {
  const { unitcost } = await served(t, [[null]], { timeoutSeconds: 0.05 });
  await assert.rejects(unitcost.unitCosts(QUESTION), UnitcostUnreachable);
});

test("a caller ends its call with its own reason", async (t) => {
  const { unitcost } = await served(t, [[null]]);
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  await assert.rejects(unitcost.unitCosts(QUESTION, { signal }), reason);
});

test("a key, places in the path and parameters are sent", async (t) => {
  const { unitcost, requests } = await served(t, [[200, {}]], { key: "secret" });
  await unitcost.get("/v1/catalog/prices/{id}", { id: "aws/us-east-1/a b", catalog: null });
  await unitcost.ask("8x h100 & 1k in");
  assert.equal(requests[0].url, "/v1/catalog/prices/aws/us-east-1/a%20b");
  assert.equal(requests[0].headers.authorization, "Bearer secret");
  assert.equal(new URL(requests[1].url, "http://a").searchParams.get("q"), "8x h100 & 1k in");
});

const live = { skip: process.env.UNITCOST_URL ? false : "UNITCOST_URL names no service" };

test("rows of all pages come one by one", live, async () => {
  const found = [];
  for await (const row of new Unitcost().rows("/v1/catalog/devices", { limit: 7 })) {
    found.push(row.device);
  }
  assert.ok(found.length > 14);
  assert.equal(new Set(found).size, found.length);
});

test("another form than JSON is asked for by its media type", live, async () => {
  const asked = { model: "llama-3.1-8b", deployment: { device: "l4" } };
  const call = { accept: "text/csv" };
  const response = await new Unitcost().raw("POST", "/v1/inference/unit-costs", asked, call);
  assert.match(response.headers.get("content-type"), /^text\/csv/);
});
