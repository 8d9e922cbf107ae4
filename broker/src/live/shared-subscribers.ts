import { z } from 'zod'
import { createSubscribers } from './live.ts'

const TOPIC = 'audience'
const ANNOUNCE_ALL_MS = 5_000
/** A node that has announced nothing for so long is gone, and its subscribers with it. */
const FORGET_MS = 15_000

const Announcement = z.object({
  /** The node; its name on the wire is kept for nodes of an earlier version. */
  door: z.int(),
  all: z.array(z.string()).optional(),
  came: z.array(z.string()).optional(),
  went: z.array(z.string()).optional(),
})

/** The bus between the nodes, as far as it is needed here. */
export type MessageBus = {
  on: (topic: string, deliver: (packet: { payload: Buffer | string }, done: () => void) => void) => unknown
  emit: (packet: { topic: string; payload: string }) => unknown
}

/** Who subscribes at any of the nodes: only what has a subscriber crosses from one node to another. Each node announces to the others what is subscribed to at it. */
export function shareSubscribers(bus: MessageBus, nodeId: number, now: () => number = Date.now) {
  const here = createSubscribers()
  const elsewhere = new Map<number, { topics: Set<string>; at: number }>()
  const announce = (announcement: object): unknown =>
    bus.emit({ topic: TOPIC, payload: JSON.stringify({ door: nodeId, ...announcement }) })

  function receive(payload: string): void {
    const announcement = Announcement.safeParse(JSON.parse(payload)).data
    if (!announcement || announcement.door === nodeId) return
    const { topics } = elsewhere.get(announcement.door) ?? { topics: new Set<string>() }
    const known = announcement.all ? new Set(announcement.all) : topics
    for (const topic of announcement.came ?? []) known.add(topic)
    for (const topic of announcement.went ?? []) known.delete(topic)
    const isNew = !elsewhere.has(announcement.door)
    elsewhere.set(announcement.door, { topics: known, at: now() })
    if (isNew) announce({ all: here.topics() })
  }
  bus.on(TOPIC, ({ payload }, done) => {
    receive(payload.toString())
    done()
  })

  const announceAll = (): void => {
    for (const [node, { at }] of elsewhere) if (now() - at > FORGET_MS) elsewhere.delete(node)
    announce({ all: here.topics() })
  }
  announceAll()
  const timer = setInterval(announceAll, ANNOUNCE_ALL_MS)

  return {
    join(topics: readonly string[]): void {
      const came = topics.filter((topic) => !here.has(topic))
      here.join(topics)
      if (came.length > 0) announce({ came })
    },
    leave(topics: readonly string[]): void {
      here.leave(topics)
      const went = topics.filter((topic) => !here.has(topic))
      if (went.length > 0) announce({ went })
    },
    has(topic: string): boolean {
      if (here.has(topic)) return true
      for (const { topics } of elsewhere.values()) if (topics.has(topic)) return true
      return false
    },
    close: (): void => {
      clearInterval(timer)
      announce({ all: [] })
    },
  }
}
