import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<number | undefined>()

/** Whatever this work asks of the database it asks for that company alone; `undefined`: for everybody. */
export const forCompany = <Result>(
  companyId: number | undefined,
  work: () => PromiseLike<Result> | Result,
): Promise<Result> =>
  // Awaited in here: a query of drizzle is asked when somebody waits for it.
  scope.run(companyId, async () => await work())

/** For which company the database is asked now, if for one alone. */
export const companyInScope = (): number | undefined => scope.getStore()
