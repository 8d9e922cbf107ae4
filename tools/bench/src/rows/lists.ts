import type { Bench } from '../bench.ts'
import { percentile, type Figure } from '../figures.ts'
import { buildLargeDatabase, viewers } from '../harness/large-database.ts'
import { watchCores } from '../harness/cpu.ts'
import { startInterface, type Interface } from '../harness/product.ts'
import { timeAtServer } from '../harness/server-clock.ts'
import { signIn } from '../harness/viewer.ts'
import { type List, lists } from './list-cases.ts'

const WARM = 2
const TIMES = 20
const MOST_MS = 100

type Role = keyof typeof viewers
const roles: readonly Role[] = ['ADMIN', 'MANAGER', 'SUPERVISOR']

type Timed = { query: string; p50: number; p95: number }

function caller(api: Interface, { path }: List, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  return async (query: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${api.httpPort}/api${path}?${query}`, { headers })
    await answer.arrayBuffer()
    return answer.status
  }
}

async function timeList(api: Interface, list: List, token: string): Promise<Timed[]> {
  const call = caller(api, list, token)
  const timed: Timed[] = []
  for (const query of list.queries) {
    const took: number[] = []
    for (let time = 0; time < WARM + TIMES; time++)
      took.push(await timeAtServer(api.metricsPort, `/api${list.route}`, () => call(query)))
    const measured = took.slice(WARM)
    timed.push({ query, p50: percentile(measured, 0.5), p95: percentile(measured, 0.95) })
  }
  return timed
}

const shown = ({ query, p50, p95 }: Timed): string =>
  `${decodeURIComponent(query) || 'as it opens'} ${p50.toFixed(0)}/${p95.toFixed(0)}`

function figureOf(list: List, role: Role, { timed, others }: { timed: Timed[]; others: number }): Figure {
  const slowest = timed.toSorted((one, other) => other.p95 - one.p95)
  const [worst] = slowest
  const shownOnes = [...timed.slice(0, 1), ...slowest.slice(0, 4)].map(shown)
  return {
    name: `list of ${list.name} for ${role} at the server, p95 of the slowest of ${timed.length} ways to ask`,
    unit: 'ms',
    value: worst?.p95 ?? Number.NaN,
    limits: [],
    ...(!list.isBeyond && { target: { most: MOST_MS } }),
    note: `p50/p95: ${[...new Set(shownOnes)].join(', ')}; others used ${others.toFixed(1)} cores`,
  }
}

/** Every list at the size that is promised, for whoever sees most, some and few: each way to ask is asked twenty times. */
export async function listRows({ cluster, progress }: Bench): Promise<Figure[]> {
  progress('lists: a house of 100,000 watches, 50,000 people and 1,000,000 notifications')
  const url = await cluster.freshDatabase('lists')
  await buildLargeDatabase(url)
  const api = await startInterface(url)
  const figures: Figure[] = []
  for (const role of roles) {
    const token = await signIn(api.httpPort, viewers[role])
    for (const list of lists) {
      if ((await caller(api, list, token)('')) === 403) continue
      progress(`lists: ${list.name} for ${role}`)
      const seen = watchCores({ ...api.parts, postgres: cluster.pid })
      const timed = await timeList(api, list, token)
      figures.push(figureOf(list, role, { timed, others: seen().others }))
    }
  }
  await api.end()
  return figures
}
