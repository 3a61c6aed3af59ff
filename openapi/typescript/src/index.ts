export { type Call, type Options, Unitcost } from "./client.js";
export type { Answer, GetPath, PagePath, Parameters, PostPath, Question, Row } from "./paths.js";
export { UnitcostProblem, UnitcostUnreachable } from "./problem.js";
export type * from "./schema.js";
