import { createServer, type Server, type Socket } from 'node:net'
import { inGroups, untilSo } from '@carewatch/platform/graceful-shutdown'
import { listen } from '../listeners/mqtt.ts'
import { meeting } from '../proxy/introduce.ts'
import { Conversation, type Talk } from './socket-reader.ts'

/** Where most of them are told to call. */
export const USUAL_PORT = 5_093
const SIGN_IN_WITHIN_MS = 30_000
/** A watch that saves power is heard of each hour at least; its line is held by its heartbeats, minutes apart. */
const SILENT_FOR_MS = 30 * 60_000
const MAX_CONNECTIONS = 20_000
const LAST_COMMIT_MS = 2_000
const HANG_UP_MS = 1_000

export type TcpDoor = {
  server: Server
  /** Lets nobody in any more; resolves when the last is out. */
  close: () => Promise<void>
  sayGoodbye: (withinMs: number) => Promise<void>
}

/** The door of watches that speak their makers' protocols over plain TCP: one port, told apart by their first bytes. */
export async function openTcpDoor(
  talk: Talk,
  { isProxied, ...place }: { port: number; host: string; isProxied: boolean },
): Promise<TcpDoor> {
  const open = new Map<Socket, Conversation>()
  const onSocket = (socket: Socket): void => {
    const conversation = new Conversation(socket, talk)
    open.set(socket, conversation)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => {})
    void converse(socket, conversation, talk)
  }
  const meet = meeting(isProxied, { onSocket, onRefused: () => talk.onRefused('proxy') })
  // No keep-alive probes: some watches take them for noise and hang up.
  const server = createServer({ noDelay: true, keepAlive: false }, meet)
  server.maxConnections = MAX_CONNECTIONS
  await listen(server, place, talk.onError)
  return {
    server,
    close: () => new Promise((closed) => server.close(() => closed())),
    async sayGoodbye(withinMs) {
      const leaving: Promise<void>[] = []
      await inGroups(open, withinMs, (one) => leaving.push(sendAway(...one)))
      await Promise.all(leaving)
    },
  }
}

/** What it said is answered when it is committed; what is not it says again elsewhere. */
async function sendAway(socket: Socket, conversation: Conversation): Promise<void> {
  await untilSo(() => !conversation.isWaiting(), LAST_COMMIT_MS)
  socket.end()
  setTimeout(() => socket.destroy(), HANG_UP_MS).unref()
}

async function converse(socket: Socket, conversation: Conversation, talk: Talk): Promise<void> {
  const late = setTimeout(() => conversation.isSignedIn() || socket.destroy(), SIGN_IN_WITHIN_MS)
  socket.setTimeout(SILENT_FOR_MS, () => conversation.isWaiting() || socket.destroy())
  try {
    // Read as fast as it is understood, no faster: what is not read stays with the watch.
    for await (const chunk of socket) if (!(await conversation.hear(chunk as Buffer))) break
  } catch (error) {
    // A line that falls is no fault of ours.
    if (!socket.errored) talk.onError(error as Error)
  } finally {
    clearTimeout(late)
    socket.destroy()
    conversation.end()
  }
}
