import type { Problem } from "./schema.js";

/** A refusal (RFC 9457). `type` says which, `field` where, and `nearest` what would be answered. */
export class UnitcostProblem extends Error {
  override readonly name = "UnitcostProblem";
  /** The type: `/problems/…`, or `about:blank` where it was not the service that refused. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  /** Names the request in the log of the service. */
  readonly requestId: string;
  /** The place in the request, dotted. */
  readonly field: string | undefined;
  /** Values that would be answered, the nearest first. */
  readonly nearest: readonly string[];

  constructor(problem: Problem) {
    super(problem.field == null ? problem.detail : `${problem.detail} (${problem.field})`);
    this.type = problem.type;
    this.title = problem.title;
    this.status = problem.status;
    this.detail = problem.detail;
    this.instance = problem.instance;
    this.requestId = problem.request_id;
    this.field = problem.field ?? undefined;
    this.nearest = problem.nearest ?? [];
  }

  /** The name of the type: `does-not-fit` of `/problems/does-not-fit`. */
  get kind(): string {
    return this.type.slice(this.type.lastIndexOf("/") + 1);
  }
}

/** No answer came: the service could not be reached, or took longer than the timeout. */
export class UnitcostUnreachable extends Error {
  override readonly name = "UnitcostUnreachable";
}

/** The problem that an answer tells of; of a proxy that tells of none, its status. */
export async function problemOf(response: Response): Promise<UnitcostProblem> {
  const text = await response.text();
  const path = new URL(response.url).pathname;
  if (response.headers.get("content-type")?.startsWith("application/problem+json")) {
    return new UnitcostProblem(JSON.parse(text) as Problem);
  }
  return new UnitcostProblem({
    type: "about:blank",
    title: response.statusText || `HTTP ${response.status}`,
    status: response.status,
    detail: text.slice(0, 500) || `HTTP ${response.status}`,
    instance: path,
    request_id: response.headers.get("x-request-id") ?? "",
  });
}
