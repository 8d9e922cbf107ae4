declare module 'openapi-sampler' {
  /** A value that fits the schema; references are looked up in the document. */
  export function sample(
    schema: object,
    options: { skipReadOnly?: boolean; quiet?: boolean },
    document: object,
  ): unknown
}
