import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

const PARTITIONS = 2
const MAX_FACTS = 600
type Item = { device: number; n: number; facts: number; isPoison: boolean }

const fault = (code: string) => Object.assign(new Error(code), { code })
const REFUSED = '22021'
const AWAY = 'ECONNREFUSED'

const items = fc
  .array(
    fc.record({
      device: fc.integer({ min: 1, max: 5 }),
      facts: fc.constantFrom(0, 1, 4, 150, 399, 700),
      isPoison: fc.nat(9).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((all) => all.map((each, n): Item => ({ ...each, n })))

/** What a commit meets: it comes to pass, the database is away before it, or after it and before it has said so. */
const fates = fc.array(fc.constantFrom('done', 'done', 'done', 'away', 'unsaid'), { maxLength: 20 })

/** Stores as a table does, each message once, and looks that no device has two commits at once. */
function tableThatFails(fated: readonly string[]) {
  const stored = new Map<number, Item>()
  const order: Item[] = []
  const writing = new Set<number>()
  const doubled: number[] = []
  let commits = 0
  const keep = (all: readonly Item[]) => {
    for (const each of all) {
      if (stored.has(each.n)) continue
      stored.set(each.n, each)
      order.push(each)
    }
  }
  const store = async (all: readonly Item[]): Promise<void> => {
    const fate = fated[commits++] ?? 'done'
    const devices = new Set(all.map(({ device }) => device))
    for (const device of devices) {
      if (writing.has(device)) doubled.push(device)
      writing.add(device)
    }
    await new Promise(setImmediate)
    for (const device of devices) writing.delete(device)
    if (fate === 'away') throw fault(AWAY)
    if (all.some(({ isPoison }) => isPoison)) throw fault(REFUSED)
    keep(all)
    if (fate === 'unsaid') throw fault(AWAY)
  }
  return { store, stored, order, doubled }
}

it('stores each message once, in the order of its device, before it is answered, whatever the database does', async () => {
  await fc.assert(
    fc.asyncProperty(items, fates, fc.array(fc.nat(3), { maxLength: 40 }), async (all, fated, pauses) => {
      const table = tableThatFails(fated)
      const aside = new Set<number>()
      const early: number[] = []
      const batcher = createBatcher<Item>({
        store: table.store,
        setAside: async ({ n }) => void aside.add(n),
        onRetry: () => {},
        sizeOf: ({ facts }) => facts,
        maxFacts: MAX_FACTS,
        lingerMs: 0,
        partitions: PARTITIONS,
        partitionOf: ({ device }) => device,
      })
      const answers: Promise<void>[] = []
      for (const [at, item] of all.entries()) {
        answers.push(
          batcher.accept(item).then(() => {
            if (!table.stored.has(item.n) && !aside.has(item.n)) early.push(item.n)
          }),
        )
        for (let turns = pauses[at] ?? 0; turns > 0; turns--) await new Promise(setImmediate)
      }
      await Promise.all(answers)
      const poison = all.filter(({ isPoison }) => isPoison).map(({ n }) => n)
      expect([...aside].toSorted((one, other) => one - other)).toEqual(poison)
      expect(table.stored.size).toBe(all.length - poison.length)
      expect(early).toEqual([])
      expect(table.doubled).toEqual([])
      for (const device of [1, 2, 3, 4, 5]) {
        const ns = table.order.filter((each) => each.device === device).map(({ n }) => n)
        expect(ns).toEqual(ns.toSorted((one, other) => one - other))
      }
    }),
    { seed: 28, numRuns: 40 },
  )
}, 120_000)
