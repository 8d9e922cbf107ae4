import { randomUUID } from 'node:crypto'
import {
  PROGRAM_BEAT_MS,
  PROGRAM_SILENT_MS,
  type ProgramDown,
  type ProgramKey,
  readProgramToken,
  ProgramOffer,
  ProgramUp,
} from '@carewatch/contracts/program-line'
import { programTopic } from '@carewatch/contracts/topics'
import type { z } from 'zod'
import { LiveRequest } from '@carewatch/contracts/events'
import { sessionOfHome } from '../access/link-viewer.ts'
import type { Session } from '../access/sessions.ts'
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

type Home = { live: (text: string) => void; takes: (text: string) => boolean; close: () => void }
type Asked = {
  session: string
  send: (text: string) => void
  watch: (deviceUuids: readonly string[]) => void
}
/** How Home Assistants are attended, which are told other things than a live socket is. */
export type Homes = {
  open: (key: ProgramKey, address: string) => Promise<Session>
  attend: (asked: Asked) => Home
}
type Attended = { socket: ProgramSocket; home: Home | undefined }
type AllParts = Parts & { homes: Homes }

const watchOf = (devices: readonly string[]): string => JSON.stringify({ type: 'watch', devices })

/** The key of a line that begins with the sign-in of a Home Assistant. */
function homeOf(text: string | undefined): ProgramKey | undefined {
  const request = text === undefined ? undefined : parse(LiveRequest, Buffer.from(text))
  if (request?.type !== 'authorize') return undefined
  const key = readProgramToken(request.token)
  return key?.use === 'home' ? key : undefined
}

/** The same doors for whom a broker signs in: over its line comes no secret, only the hash of one. */
function byProgramToken(parts: AllParts): Parts {
  async function open(token: string, address: string): Promise<Session> {
    const key = readProgramToken(token)
    return key?.use === 'home' ? parts.homes.open(key, address) : parts.apiKeys.openHashed(key, address)
  }
  return { ...parts, apiKeys: { ...parts.apiKeys, open } }
}

/** Programs that came to a broker by MQTT are attended as sockets are: by the same rights, limits and traces. */
export function attendPrograms(
  feed: Pick<LiveFeed, 'listen' | 'send'>,
  parts: AllParts,
): { close: () => void } {
  const apiId = randomUUID()
  const sockets = new Map<string, Attended>()
  const ofBroker = byProgramToken(parts)
  const answer = (nodeId: number, message: ProgramDown): void =>
    feed.send(programTopic.toNode(nodeId), JSON.stringify(message))

  function open({ id, nodeId, address, text }: ProgramUp): ProgramSocket {
    const send = (line: string): void => answer(nodeId, { id, text: line })
    const key = homeOf(text)
    const home =
      key &&
      parts.homes.attend({
        session: sessionOfHome(key),
        send,
        watch: (uuids) => socket.receive(watchOf(uuids)),
      })
    const socket = new ProgramSocket({
      send: (line) => (home ? home.live(line) : send(line)),
      closed: (closed) => answer(nodeId, { id, closed }),
    })
    sockets.set(id, { socket, home })
    socket.on('close', () => {
      sockets.delete(id)
      home?.close()
    })
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
    const { id, text } = up
    const known = sockets.get(id)
    if (text === undefined) return known?.socket.terminate()
    if (known?.home?.takes(text)) return known.socket.noteAlive()
    const { socket } = known ?? { socket: open(up) }
    socket.receive(text)
  })
  const beat = setInterval(() => {
    for (const { socket } of sockets.values())
      if (Date.now() - socket.receivedAt > PROGRAM_SILENT_MS) socket.terminate()
  }, PROGRAM_BEAT_MS)

  return {
    /** They come again, to another. */
    close(): void {
      clearInterval(beat)
      for (const { socket } of sockets.values()) socket.close(GOING_AWAY)
    },
  }
}
