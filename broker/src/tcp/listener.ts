import { createServer, type Server, type Socket } from 'node:net'
import { inGroups, untilSo } from '@carewatch/platform/graceful-shutdown'
import { listen } from '../listeners/mqtt.ts'
import type { UnknownConnections } from '../listeners/unknown-connections.ts'
import { callerOf } from '../proxy/caller.ts'
import { acceptConnections } from '../proxy/introduce.ts'
import { createRepeats } from './repeats.ts'
import { SocketReader, type TcpContext } from './socket-reader.ts'

/** The port that most makers' watches are configured with. */
export const DEFAULT_WATCH_PORT = 5_093
const SIGN_IN_WITHIN_MS = 30_000
/** A watch that saves power reports each hour at least; heartbeats minutes apart hold its connection. */
const SILENT_FOR_MS = 30 * 60_000
const MAX_CONNECTIONS = 20_000
const LAST_COMMIT_MS = 2_000
const HANG_UP_MS = 1_000

export type TcpListener = {
  server: Server
  /** Lets nobody in any more; resolves when the last is out. */
  close: () => Promise<void>
  disconnectAll: (withinMs: number) => Promise<void>
}

/** `unknown`: connections that are not signed in yet, at every door. */
export type ListenerContext = Omit<TcpContext, 'repeats'> & { unknown: UnknownConnections }

/** The listener for watches that speak their makers' protocols over plain TCP: one port, told apart by their first bytes. */
export async function openTcpListener(
  context: ListenerContext,
  { isProxied, ...place }: { port: number; host: string; isProxied: boolean },
): Promise<TcpListener> {
  const open = new Map<Socket, SocketReader>()
  const repeats = createRepeats()
  const onSocket = (socket: Socket): void => {
    const reader = new SocketReader(socket, { ...context, repeats }, () => context.unknown.known(socket))
    context.unknown.add(socket, callerOf(socket))
    open.set(socket, reader)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => {})
    void readSocket(socket, reader, context)
  }
  const meet = acceptConnections(isProxied, { onSocket, onRefused: () => context.onRefused('proxy') })
  // No keep-alive probes: some watches take them for noise and hang up.
  const server = createServer({ noDelay: true, keepAlive: false }, meet)
  server.maxConnections = MAX_CONNECTIONS
  await listen(server, place, context.onError)
  return {
    server,
    close: () => new Promise((closed) => server.close(() => closed())),
    async disconnectAll(withinMs) {
      const leaving: Promise<void>[] = []
      await inGroups(open, withinMs, (one) => leaving.push(disconnect(...one)))
      await Promise.all(leaving)
    },
  }
}

/** What is committed is answered first; the rest the watch sends again to another node. */
async function disconnect(socket: Socket, reader: SocketReader): Promise<void> {
  await untilSo(() => !reader.isWaiting(), LAST_COMMIT_MS)
  socket.end()
  setTimeout(() => socket.destroy(), HANG_UP_MS).unref()
}

async function readSocket(
  socket: Socket,
  reader: SocketReader,
  context: Pick<TcpContext, 'onError'>,
): Promise<void> {
  const late = setTimeout(() => reader.isSignedIn() || socket.destroy(), SIGN_IN_WITHIN_MS)
  socket.setTimeout(SILENT_FOR_MS, () => reader.isWaiting() || socket.destroy())
  try {
    // Read as fast as it is understood, no faster: what is not read stays with the watch.
    for await (const chunk of socket) if (!(await reader.receive(chunk as Buffer))) break
  } catch (error) {
    // A connection that falls is no fault of ours.
    if (!socket.errored) context.onError(error as Error)
  } finally {
    clearTimeout(late)
    socket.destroy()
    reader.end()
  }
}
