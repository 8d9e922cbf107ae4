import { randomUUID } from 'node:crypto'
import {
  PROGRAM_BEAT_MS,
  PROGRAM_SILENT_MS,
  ProgramDown,
  type ProgramOffer,
  type ProgramUp,
} from '@carewatch/contracts/program-line'
import { programTopic } from '@carewatch/contracts/topics'
import type { Aedes } from 'aedes'

const TAKEN_WITHIN_MS = 3_000
const PING = JSON.stringify({ type: 'ping' })

type Handlers = { received: (text: string) => void; ended: () => void }
export type Line = { send: (text: string) => void; end: () => void }

type Open = Handlers & {
  /** An api took it. */
  taken: (apiId: string) => void
  receivedAt: number
  beat: () => void
}

type Parts = { broker: Aedes; nodeId: number; publish: (topic: string, payload: string) => void }

function parse(payload: Buffer | string): ProgramDown | undefined {
  try {
    return ProgramDown.safeParse(JSON.parse(payload.toString())).data
  } catch {
    return undefined
  }
}

/** What is addressed to this node. */
function listen({ broker, nodeId }: Parts, receive: (payload: Buffer | string) => void): Promise<void> {
  const deliver = ({ payload }: { payload: Buffer | string }, done: () => void): void => {
    receive(payload)
    done()
  }
  return new Promise((listening) => broker.subscribe(programTopic.toNode(nodeId), deliver, () => listening()))
}

/** Lines to the api, which attends each program as one of its live sockets: it knows who may see what. */
export async function openLines(parts: Parts) {
  const { nodeId, publish } = parts
  const open = new Map<string, Open>()

  const receive = (payload: Buffer | string): void => {
    const message = parse(payload)
    const line = message && open.get(message.id)
    if (!message || !line) return
    line.receivedAt = Date.now()
    if (message.takenBy !== undefined) line.taken(message.takenBy)
    if (message.text !== undefined) line.received(message.text)
    if (message.closed !== undefined) line.ended()
  }
  await listen(parts, receive)

  const beat = setInterval(() => {
    for (const line of open.values()) {
      if (Date.now() - line.receivedAt > PROGRAM_SILENT_MS) line.ended()
      else line.beat()
    }
  }, PROGRAM_BEAT_MS)

  return {
    /** A line of a program that connects from this address; none where no api is there. */
    async open(address: string, { received, ended }: Handlers): Promise<Line | undefined> {
      const id = randomUUID()
      const pass = (apiId: string, text?: string): void => {
        const up: ProgramUp = { id, nodeId, address, ...(text !== undefined && { text }) }
        publish(programTopic.toApi(apiId), JSON.stringify(up))
      }
      const taken = Promise.withResolvers<string | undefined>()
      const beatOf = (apiId: string) => (): void => pass(apiId, PING)
      const line: Open = {
        received,
        ended: () => {
          if (open.delete(id)) ended()
        },
        taken: taken.resolve,
        receivedAt: Date.now(),
        beat: () => {},
      }
      open.set(id, line)
      const offer: ProgramOffer = { id, nodeId }
      publish(programTopic.offered, JSON.stringify(offer))
      const late = setTimeout(taken.resolve, TAKEN_WITHIN_MS, undefined)
      const apiId = await taken.promise
      clearTimeout(late)
      if (apiId === undefined) {
        open.delete(id)
        return undefined
      }
      line.beat = beatOf(apiId)
      return {
        send: (text) => pass(apiId, text),
        end: () => {
          if (open.delete(id)) pass(apiId)
        },
      }
    },
    close: (): void => clearInterval(beat),
  }
}
export type Lines = Awaited<ReturnType<typeof openLines>>
