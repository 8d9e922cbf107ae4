import pc from 'picocolors'

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`

/** One line a step, when it is done: what it was, and how long it took. Steps may overlap. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    const result = await work()
    console.log(`  ${pc.green('✓')} ${name.padEnd(24)} ${pc.dim(seconds(start))}`)
    return result
  } catch (error) {
    console.log(`  ${pc.red('✗')} ${name}`)
    throw error
  }
}
