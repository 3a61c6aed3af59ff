import type { Answer, GetPath, PagePath, Parameters, PostPath, Question, Row } from "./paths.js";
import { problemOf, UnitcostUnreachable } from "./problem.js";

export interface Options {
  /** Address of the service. Default: UNITCOST_URL of the environment, else 127.0.0.1:8000. */
  baseUrl?: string;
  /** Key of the caller. Default: UNITCOST_KEY of the environment, else none. */
  key?: string;
  /** How long an answer may take [seconds]. The service may take 30 over a large question. */
  timeoutSeconds?: number;
  /** How often a question is asked again where the service says when, or did not answer. */
  retries?: number;
  /** The longest that is waited before asking again [seconds]. */
  longestWaitSeconds?: number;
  /** What sends requests. Default: the fetch of the platform. */
  fetch?: typeof fetch;
}

export interface Call {
  /** Ends the call. */
  signal?: AbortSignal;
  /** Media type of the answer, in `raw`. */
  accept?: string;
}

const INTERNAL_ERROR = 500;

/** A client of the service. Answers are typed; a refusal is thrown as UnitcostProblem. */
export class Unitcost {
  readonly #baseUrl: string;
  readonly #key: string | undefined;
  readonly #timeoutSeconds: number;
  readonly #retries: number;
  readonly #longestWaitSeconds: number;
  readonly #fetch: typeof fetch;

  constructor(options: Options = {}) {
    const address = options.baseUrl ?? setting("UNITCOST_URL") ?? "http://127.0.0.1:8000";
    this.#baseUrl = address.replace(/\/+$/, "");
    this.#key = options.key ?? setting("UNITCOST_KEY");
    this.#timeoutSeconds = options.timeoutSeconds ?? 35;
    this.#retries = options.retries ?? 2;
    this.#longestWaitSeconds = options.longestWaitSeconds ?? 30;
    this.#fetch = options.fetch ?? fetch;
  }

  /** What tokens and requests cost on a deployment. */
  unitCosts(question: Question<"/v1/inference/unit-costs">, call?: Call) {
    return this.post("/v1/inference/unit-costs", question, call);
  }

  /** What a training run costs. */
  runCosts(question: Question<"/v1/training/run-costs">, call?: Call) {
    return this.post("/v1/training/run-costs", question, call);
  }

  /** What a service costs over months. */
  tco(question: Question<"/v1/inference/tco">, call?: Call) {
    return this.post("/v1/inference/tco", question, call);
  }

  /** Candidates, ranked by one objective. */
  compare(question: Question<"/v1/comparisons">, call?: Call) {
    return this.post("/v1/comparisons", question, call);
  }

  /** Many scenarios at once. */
  sweep(question: Question<"/v1/sweeps">, call?: Call) {
    return this.post("/v1/sweeps", question, call);
  }

  /** The bridge from one figure to another. */
  explain(question: Question<"/v1/explanations">, call?: Call) {
    return this.post("/v1/explanations", question, call);
  }

  /** The answer to a question in words. */
  ask(words: string, call?: Call) {
    return this.get("/v1/ask", { q: words }, call);
  }

  /** Ask any path by POST. */
  async post<P extends PostPath>(
    path: P,
    question: Question<P>,
    call: Call = {},
  ): Promise<Answer<P, "post">> {
    const response = await this.raw("POST", path, question, call);
    return (await response.json()) as Answer<P, "post">;
  }

  /** Ask any path by GET. Parameters with a place in the path are put there. */
  async get<P extends GetPath>(
    path: P,
    parameters: Parameters<P>,
    call: Call = {},
  ): Promise<Answer<P, "get">> {
    const response = await this.raw("GET", path, parameters as object, call);
    return (await response.json()) as Answer<P, "get">;
  }

  /** The rows of all pages of a listing, one by one. */
  async *rows<P extends PagePath>(
    path: P,
    parameters: Parameters<P>,
    call: Call = {},
  ): AsyncGenerator<Row<P>, void, undefined> {
    for (let offset: number | null = 0; offset !== null; ) {
      const page: { rows: unknown[]; next_offset: number | null } = await this.get(
        path,
        { ...(parameters as object), offset } as unknown as Parameters<P>,
        call,
      );
      yield* page.rows as Row<P>[];
      offset = page.next_offset;
    }
  }

  /** The response itself: another form than JSON (`accept`), or a part of an answer (`fields`). */
  async raw(
    method: "GET" | "POST",
    path: string,
    question: object,
    call: Call = {},
  ): Promise<Response> {
    const given = Object.entries(question).filter(([, value]) => value !== undefined);
    const headers = new Headers({ accept: call.accept ?? "application/json" });
    if (this.#key) headers.set("authorization", `Bearer ${this.#key}`);
    let url = this.#baseUrl + path;
    let body: string | null = null;
    if (method === "POST") {
      headers.set("content-type", "application/json");
      body = JSON.stringify(question);
    } else {
      url = this.#baseUrl + addressed(path, given);
    }
    for (let left = this.#retries; ; left--) {
      const response = await this.#send(url, { method, headers, body }, call, left > 0);
      if (response?.ok) return response;
      const wait = response ? waitSeconds(response) : 1;
      if (response && (left <= 0 || wait === null || wait > this.#longestWaitSeconds)) {
        throw await problemOf(response);
      }
      await response?.body?.cancel();
      await slept(wait ?? 1, call.signal);
    }
  }

  /** A response; null where none came and the question may be asked again. */
  async #send(
    url: string,
    sent: RequestInit,
    call: Call,
    mayRetry: boolean,
  ): Promise<Response | null> {
    const timeout = AbortSignal.timeout(this.#timeoutSeconds * 1000);
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    try {
      return await this.#fetch(url, { ...sent, signal });
    } catch (error) {
      call.signal?.throwIfAborted();
      if (timeout.aborted) {
        const text = `no answer from ${url} in ${this.#timeoutSeconds} seconds`;
        throw new UnitcostUnreachable(text, { cause: error });
      }
      if (mayRetry) return null;
      throw new UnitcostUnreachable(`${url} cannot be reached`, { cause: error });
    }
  }
}

/** When to ask again [seconds]; null where asking again is of no use. */
function waitSeconds(response: Response): number | null {
  const said = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  if (Number.isFinite(said)) return said;
  return response.status === INTERNAL_ERROR ? 1 : null;
}

function addressed(path: string, given: [string, unknown][]): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of given) {
    const place = `{${name}}`;
    if (filled.includes(place)) {
      const parts = String(value).split("/").map(encodeURIComponent);
      filled = filled.replace(place, () => parts.join("/"));
    } else if (value !== null) {
      query.append(name, String(value));
    }
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function slept(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function setting(name: string): string | undefined {
  const known = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return known.process?.env?.[name] || undefined;
}
