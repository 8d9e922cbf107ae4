import { describe, expect, it } from 'vitest'
import type { Message } from './batch.ts'
import { nothingDecoded } from '@carewatch/devices/codec'
import { createBatcher } from './batcher.ts'

const message = (deviceId: number): Message => ({
  uplink: {
    source: { deviceId, deviceUuid: '', format: 'native' },
    topic: '',
    leaf: 'readings',
    payload: new Uint8Array(),
    receivedAt: 0,
  },
  decoded: { ...nothingDecoded(), readings: [{ metric: 1, time: 0, value: 72 }] },
})
const ids = (messages: readonly Message[]) => messages.map(({ uplink }) => uplink.source.deviceId)
const fault = (code: string) => Object.assign(new Error(code), { code })

/** A store whose commits the test lets through one by one. */
function gatedStore() {
  const commits: { messages: number[]; finish: () => void; fail: (error: Error) => void }[] = []
  return {
    commits,
    store: (messages: readonly Message[]) =>
      new Promise<void>((finish, fail) => commits.push({ messages: ids(messages), finish, fail })),
  }
}
/** What was given is being committed by then. A timer may come before what waits for the turn of the event loop. */
const turn = async () => {
  for (let turns = 0; turns < 4; turns++) await new Promise(setImmediate)
}

describe('a batcher', () => {
  const options = {
    setAside: async () => {},
    onRetry: () => {},
    sizeOf: ({ decoded }: Message) => decoded.readings.length,
    maxFacts: 3,
    lingerMs: 0,
  }

  it('answers only after the commit', async () => {
    const { commits, store } = gatedStore()
    let isAnswered = false
    const answer = createBatcher({ ...options, store })
      .accept(message(1))
      .then(() => (isAnswered = true))
    await turn()
    expect(isAnswered).toBe(false)
    commits[0]?.finish()
    await answer
    expect(isAnswered).toBe(true)
  })

  it('commits together what gathered while the last commit ran, in order, and never too much at once', async () => {
    const { commits, store } = gatedStore()
    const batcher = createBatcher({ ...options, store })
    const answers = [batcher.accept(message(1))]
    await turn()
    for (const id of [2, 3, 4, 5]) answers.push(batcher.accept(message(id)))
    for (let next = 0; next < 3; next++) {
      commits[next]?.finish()
      await turn()
    }
    await Promise.all(answers)
    expect(commits.map(({ messages }) => messages)).toEqual([[1], [2, 3, 4], [5]])
  })

  it('commits at once after a rest, however long its linger', async () => {
    const batcher = createBatcher({ ...options, lingerMs: 3_600_000, store: async () => {} })
    expect(await batcher.accept(message(1))).toBeUndefined()
  })

  it('starts commits apart from each other', async () => {
    const starts: number[] = []
    const batcher = createBatcher({
      ...options,
      lingerMs: 40,
      store: async () => void starts.push(performance.now()),
    })
    const before = performance.now()
    await batcher.accept(message(1))
    await batcher.accept(message(2))
    expect((starts[1] ?? 0) - before).toBeGreaterThanOrEqual(40)
  })

  describe('of two partitions', () => {
    const halves = {
      ...options,
      maxFacts: 6_000,
      partitions: 2,
      partitionOf: ({ uplink }: Message) => uplink.source.deviceId,
    }
    /** As many readings as make commits of their own worth it. */
    const large = (deviceId: number): Message => {
      const { uplink, decoded } = message(deviceId)
      const readings = Array.from({ length: 500 }, (_, time) => ({ metric: 1, time, value: 72 }))
      return { uplink, decoded: { ...decoded, readings } }
    }

    it('commits what both hold together while it is little', async () => {
      const { commits, store } = gatedStore()
      const batcher = createBatcher({ ...halves, store })
      const answers = [1, 2, 3, 4].map((id) => batcher.accept(message(id)))
      await turn()
      expect(commits.map(({ messages }) => messages)).toEqual([[2, 4, 1, 3]])
      commits[0]?.finish()
      await Promise.all(answers)
    })

    it('commits much of each by itself, at the same time', async () => {
      const { commits, store } = gatedStore()
      const batcher = createBatcher({ ...halves, store })
      const answers = [large(1), large(2), large(1)].map((one) => batcher.accept(one))
      await turn()
      expect(commits.map(({ messages }) => messages)).toEqual([[1, 1], [2]])
      for (const { finish } of commits) finish()
      await Promise.all(answers)
    })

    it('holds none back for what the database refuses of the other', async () => {
      const { commits, store } = gatedStore()
      const batcher = createBatcher({ ...halves, store })
      const answered: number[] = []
      const answers = [1, 3, 2].map((id) => batcher.accept(message(id)).then(() => answered.push(id)))
      await turn()
      commits[0]?.fail(fault('22021'))
      await turn()
      expect(commits.map(({ messages }) => messages)).toEqual([[2, 1, 3], [2], [1, 3]])
      commits[1]?.finish()
      await turn()
      expect(answered).toEqual([2])
      answers.push(batcher.accept(message(4)).then(() => answered.push(4)))
      await turn()
      commits[3]?.finish()
      await turn()
      expect(answered).toEqual([2, 4])
      commits[2]?.finish()
      await Promise.all(answers)
    })

    it('commits what belongs to no partition that there is, too', async () => {
      const batcher = createBatcher({ ...halves, store: async () => {}, partitionOf: () => Number.NaN })
      expect(await batcher.accept(message(1))).toBeUndefined()
    })

    it('never commits two of one partition at once, and waits with none for another', async () => {
      const { commits, store } = gatedStore()
      const batcher = createBatcher({ ...halves, store })
      const answers = [batcher.accept(message(1))]
      await turn()
      for (const id of [1, 3, 2]) answers.push(batcher.accept(message(id)))
      await turn()
      expect(commits.map(({ messages }) => messages)).toEqual([[1], [2]])
      commits[0]?.finish()
      await turn()
      expect(commits.map(({ messages }) => messages)).toEqual([[1], [2], [1, 3]])
      for (const { finish } of commits) finish()
      await Promise.all(answers)
    })
  })

  it('keeps trying while the database is away, and answers when it is back', async () => {
    let tries = 0
    const store = async () => {
      if (++tries < 3) throw fault('ECONNREFUSED')
    }
    await createBatcher({ ...options, store }).accept(message(1))
    expect(tries).toBe(3)
  })

  it('sets aside the one message that the database refuses and commits the others', async () => {
    const committed: number[] = []
    const aside: number[] = []
    const store = async (messages: readonly Message[]) => {
      if (ids(messages).includes(3)) throw fault('22021')
      committed.push(...ids(messages))
    }
    const setAside = async ({ uplink }: Message) => void aside.push(uplink.source.deviceId)
    const batcher = createBatcher({ ...options, maxFacts: 10, store, setAside })
    await Promise.all([1, 2, 3, 4].map((id) => batcher.accept(message(id))))
    expect(committed).toEqual([1, 2, 4])
    expect(aside).toEqual([3])
  })

  it('keeps a refused message until it is set aside, even when the database goes away meanwhile', async () => {
    let tries = 0
    const store = async () => {
      throw fault('22021')
    }
    const setAside = async () => {
      if (++tries < 2) throw fault('ECONNREFUSED')
    }
    await createBatcher({ ...options, store, setAside }).accept(message(1))
    expect(tries).toBe(2)
  })
})
