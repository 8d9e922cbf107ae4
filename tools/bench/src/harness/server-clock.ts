import { setTimeout as wait } from 'node:timers/promises'

const ATTEMPTS = 200

type Seen = { count: number; seconds: number }

async function look(metricsPort: number, route: string): Promise<Seen> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.includes(`route="${route}"`))
  const sum = (part: string): number =>
    lines
      .filter((line) => line.includes(part))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0)
  return { count: sum('_count{'), seconds: sum('_sum{') }
}

/** How long the api itself says one call of a route took: what its figures grew by. Nobody else may call the route meanwhile. */
export async function timeAtServer(
  metricsPort: number,
  route: string,
  call: () => Promise<unknown>,
): Promise<number> {
  const before = await look(metricsPort, route)
  await call()
  // An answer is told to the figures just after it left.
  for (let looks = 0; looks < ATTEMPTS; looks++) {
    const { count, seconds } = await look(metricsPort, route)
    if (count > before.count) return (seconds - before.seconds) * 1_000
    await wait(1)
  }
  throw new Error(`The api tells no figure of ${route}`)
}
