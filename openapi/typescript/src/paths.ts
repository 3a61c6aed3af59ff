import type { paths } from "./schema.js";

/** What chooses a part or a form of an answer. Typed answers are whole, and in JSON. */
type OfForms = "fields" | "format" | "verbosity";

type Without<T> = T extends unknown ? Omit<T, OfForms> : never;
type Operation<P extends keyof paths, M extends "get" | "post"> = NonNullable<paths[P][M]>;
type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : never;

/** The paths that are asked by POST. */
export type PostPath = {
  [P in keyof paths]: paths[P] extends { post: object } ? P : never;
}[keyof paths];

/** The paths that are asked by GET. */
export type GetPath = {
  [P in keyof paths]: paths[P] extends { get: object } ? P : never;
}[keyof paths];

/** What a path is asked by POST. */
export type Question<P extends PostPath> =
  Operation<P, "post"> extends { requestBody: infer Body } ? Without<Json<Body>> : never;

/** The parameters of a path that is asked by GET, those in the path among them. */
export type Parameters<P extends GetPath> =
  Operation<P, "get"> extends { parameters: infer All }
    ? Without<
        (All extends { query?: infer Query } ? NonNullable<Query> : unknown) &
          (All extends { path: infer Path } ? Path : unknown)
      >
    : never;

/** What a path answers. */
export type Answer<P extends keyof paths, M extends "get" | "post"> =
  Operation<P, M> extends { responses: { 200: infer Found } } ? Json<Found> : never;

/** The paths whose answers are pages of rows. */
export type PagePath = {
  [P in GetPath]: Answer<P, "get"> extends { rows: unknown[]; next_offset: number | null }
    ? P
    : never;
}[GetPath];

/** A row of a page. */
export type Row<P extends PagePath> =
  Answer<P, "get"> extends { rows: (infer One)[] } ? One : never;
