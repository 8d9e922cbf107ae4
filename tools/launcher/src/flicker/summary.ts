export type Run = { condition: string; seed: number; passed: number; failures: string[]; seconds: number }

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0

/** A line for each condition, and one for each test that failed even once, with the seeds that order the files as they were then. */
export function summaryOf(runs: readonly Run[]): string {
  const byCondition = Object.entries(Object.groupBy(runs, ({ condition }) => condition)).map(
    ([condition, some = []]) => {
      const clean = some.filter(({ failures }) => failures.length === 0).length
      return `${condition.padEnd(15)} ${clean} of ${some.length} runs without a failure, ${median(some.map(({ seconds }) => seconds))} s each (median)`
    },
  )
  const failed = runs.flatMap(({ failures, condition, seed }) =>
    failures.map((failure) => ({ failure, run: `${condition}, seed ${seed}` })),
  )
  const byTest = Object.entries(Object.groupBy(failed, ({ failure }) => failure))
    .toSorted(([, one = []], [, other = []]) => other.length - one.length)
    .map(
      ([failure, some = []]) =>
        `${some.length} of ${runs.length}  ${failure}\n  ${some.map(({ run }) => run).join('; ')}`,
    )
  return [...byCondition, '', ...(byTest.length > 0 ? byTest : ['nothing failed'])].join('\n')
}
