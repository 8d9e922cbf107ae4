type Defined<Values> = { [Name in keyof Values]: Exclude<Values[Name], undefined> }

/** Only what was told. */
export const defined = <Values extends object>(values: Values): Partial<Defined<Values>> =>
  // Safe: the entries that stay are the values' own.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Defined<Values>
  >
