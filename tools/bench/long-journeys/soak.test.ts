import { afterAll, beforeAll, expect, it } from 'vitest'
import { startGenerator } from '../src/load/driver.ts'
import { soakRows } from '../src/rows/soak.ts'
import { startCluster } from '../src/harness/cluster.ts'

let cluster: Awaited<ReturnType<typeof startCluster>>
let generator: Awaited<ReturnType<typeof startGenerator>>
beforeAll(async () => {
  cluster = await startCluster()
  generator = await startGenerator()
})
afterAll(async () => {
  await generator.end()
  await cluster.close()
})

/** The short form of the hour: what it says of memory and latency takes the whole of it, what it says of loss does not. */
it(
  'loses nothing and cuts nobody off while 2,000 watches speak and people come and go',
  { timeout: 300_000 },
  async () => {
    const figures = await soakRows({
      cluster,
      generator,
      minutes: 0.5,
      millions: 0,
      rounds: 1,
      patientUntil: 0,
      progress: () => {},
      plots: [],
    })
    const lost = figures.find(({ name }) => name.endsWith('acknowledged and not stored'))
    expect(lost?.value).toBe(0)
    expect(lost?.note).toMatch(
      /^[1-9][\d,]{3,} acknowledged; 0 connections broke; 0 probes never reached the screen$/,
    )
  },
)
