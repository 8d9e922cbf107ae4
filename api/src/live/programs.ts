import { randomUUID } from 'node:crypto'
import {
  PROGRAM_BEAT_MS,
  PROGRAM_SILENT_MS,
  type ProgramDown,
  readProgramToken,
  ProgramOffer,
  ProgramUp,
} from '@carewatch/contracts/program-line'
import { programTopic } from '@carewatch/contracts/topics'
import type { z } from 'zod'
import { GOING_AWAY } from './close-codes.ts'
import type { LiveFeed } from './live-feed.ts'
import { attend, type LiveSocket, type Parts } from './live-route.ts'
import { ProgramSocket } from './program-socket.ts'

/** More than these go to another api, or come again. */
const PROGRAMS_MAX = 500

function parse<T>(schema: z.ZodType<T>, payload: Buffer): T | undefined {
  try {
    return schema.safeParse(JSON.parse(payload.toString())).data
  } catch {
    return undefined
  }
}

/** Programs that came to a broker by MQTT are attended as sockets are: by the same rights, limits and traces. */
export function attendPrograms(feed: Pick<LiveFeed, 'listen' | 'send'>, parts: Parts): { close: () => void } {
  const apiId = randomUUID()
  const sockets = new Map<string, ProgramSocket>()
  // Over this line comes no secret, only the hash of one.
  const { openHashed } = parts.apiKeys
  const ofBroker: Parts = {
    ...parts,
    apiKeys: {
      ...parts.apiKeys,
      open: (token, address) => openHashed(readProgramToken(token), address),
    },
  }
  const answer = (nodeId: number, message: ProgramDown): void =>
    feed.send(programTopic.toNode(nodeId), JSON.stringify(message))

  function open({ id, nodeId, address }: ProgramUp): ProgramSocket {
    const socket = new ProgramSocket({
      send: (text) => answer(nodeId, { id, text }),
      closed: (closed) => answer(nodeId, { id, closed }),
    })
    sockets.set(id, socket)
    socket.on('close', () => sockets.delete(id))
    // Safe: all that attending asks of a socket is there.
    attend({ socket: socket as unknown as LiveSocket, address }, ofBroker)
    return socket
  }

  feed.listen(programTopic.offered, (payload) => {
    const offer = parse(ProgramOffer, payload)
    if (offer && sockets.size < PROGRAMS_MAX) answer(offer.nodeId, { id: offer.id, takenBy: apiId })
  })
  feed.listen(programTopic.toApi(apiId), (payload) => {
    const up = parse(ProgramUp, payload)
    if (!up) return
    if (up.text === undefined) return sockets.get(up.id)?.terminate()
    const socket = sockets.get(up.id) ?? open(up)
    socket.receive(up.text)
  })
  const beat = setInterval(() => {
    for (const socket of sockets.values())
      if (Date.now() - socket.receivedAt > PROGRAM_SILENT_MS) socket.terminate()
  }, PROGRAM_BEAT_MS)

  return {
    /** They come again, to another. */
    close(): void {
      clearInterval(beat)
      for (const socket of sockets.values()) socket.close(GOING_AWAY)
    },
  }
}
