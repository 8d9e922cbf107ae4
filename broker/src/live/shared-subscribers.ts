import { z } from 'zod'
import { createAudience } from './live.ts'

const TOPIC = 'audience'
const TELL_ALL_MS = 5_000
/** A door that has not told for so long is gone, and its listeners with it. */
const FORGET_MS = 15_000

const News = z.object({
  door: z.int(),
  all: z.array(z.string()).optional(),
  came: z.array(z.string()).optional(),
  went: z.array(z.string()).optional(),
})

/** The brokers' common line, as far as it is needed here. */
export type CommonLine = {
  on: (topic: string, hear: (packet: { payload: Buffer | string }, done: () => void) => void) => unknown
  emit: (packet: { topic: string; payload: string }) => unknown
}

/** Who listens at any of the front doors: only what somebody hears crosses from one to the other. Each door tells the others what is listened to at it. */
export function shareAudience(line: CommonLine, doorId: number, now: () => number = Date.now) {
  const here = createAudience()
  const elsewhere = new Map<number, { topics: Set<string>; at: number }>()
  const tell = (news: object): unknown =>
    line.emit({ topic: TOPIC, payload: JSON.stringify({ door: doorId, ...news }) })

  function hear(payload: string): void {
    const news = News.safeParse(JSON.parse(payload)).data
    if (!news || news.door === doorId) return
    const { topics } = elsewhere.get(news.door) ?? { topics: new Set<string>() }
    const known = news.all ? new Set(news.all) : topics
    for (const topic of news.came ?? []) known.add(topic)
    for (const topic of news.went ?? []) known.delete(topic)
    const isNew = !elsewhere.has(news.door)
    elsewhere.set(news.door, { topics: known, at: now() })
    if (isNew) tell({ all: here.topics() })
  }
  line.on(TOPIC, ({ payload }, done) => {
    hear(payload.toString())
    done()
  })

  const tellAll = (): void => {
    for (const [door, { at }] of elsewhere) if (now() - at > FORGET_MS) elsewhere.delete(door)
    tell({ all: here.topics() })
  }
  tellAll()
  const timer = setInterval(tellAll, TELL_ALL_MS)

  return {
    join(topics: readonly string[]): void {
      const came = topics.filter((topic) => !here.hears(topic))
      here.join(topics)
      if (came.length > 0) tell({ came })
    },
    leave(topics: readonly string[]): void {
      here.leave(topics)
      const went = topics.filter((topic) => !here.hears(topic))
      if (went.length > 0) tell({ went })
    },
    hears(topic: string): boolean {
      if (here.hears(topic)) return true
      for (const { topics } of elsewhere.values()) if (topics.has(topic)) return true
      return false
    },
    close: (): void => {
      clearInterval(timer)
      tell({ all: [] })
    },
  }
}
