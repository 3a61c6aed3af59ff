// Asks the service. What it refuses is a Problem, as RFC 9457 has it.

const KEY = "unitcost-key";

export class Problem extends Error {
  constructor(told) {
    super(told.detail);
    this.status = told.status;
    this.title = told.title;
    this.field = told.field ?? null;
    this.nearest = told.nearest ?? [];
    this.requestId = told.request_id ?? null;
  }
}

// The key of the caller. It is kept until the tab is closed, and nowhere else.
export const key = {
  get: () => sessionStorage.getItem(KEY) ?? "",
  set: (text) => (text === "" ? sessionStorage.removeItem(KEY) : sessionStorage.setItem(KEY, text)),
};

// The address of a path of the service, with parameters.
export function at(path, parameters = []) {
  const found = new URL(path, document.baseURI);
  found.search = new URLSearchParams([...parameters]);
  return found;
}

// The JSON of an answer.
export async function get(path, parameters, { signal } = {}) {
  return (await answered(at(path, parameters), { signal })).json();
}

export async function getText(path, parameters, { signal } = {}) {
  return (await answered(at(path, parameters), { signal })).text();
}

export async function post(path, body, { signal } = {}) {
  const headers = { "content-type": "application/json" };
  const sent = { method: "POST", body: JSON.stringify(body), headers, signal };
  return (await answered(at(path), sent)).json();
}

async function answered(url, { headers = {}, ...request }) {
  const secret = key.get();
  const known = secret === "" ? {} : { authorization: `Bearer ${secret}` };
  let response;
  try {
    response = await fetch(url, { headers: { accept: "*/*", ...headers, ...known }, ...request });
  } catch (error) {
    if (error.name === "AbortError") {
      throw error;
    }
    throw new Problem({ title: "No answer", status: 0, detail: "The service cannot be reached. Try again in a moment." });
  }
  if (response.ok) {
    return response;
  }
  const other = { title: "No answer", status: response.status, detail: `The service answered with ${response.status}.` };
  throw new Problem({ ...other, ...(await response.json().catch(() => ({}))) });
}
