import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { drainTimes, inGroups, untilSo } from '@carewatch/platform/graceful-shutdown'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { GOING_AWAY } from './live/close-codes.ts'

const LAST_ANSWERS_MS = 2_000
const LAST_WORDS_MS = 1_000

function sendAway(socket: WebSocket): void {
  socket.close(GOING_AWAY)
  setTimeout(() => socket.terminate(), LAST_WORDS_MS).unref()
}

/** Sees everybody off: screens a few at a time, so that they come to another api as they can be taken in, and requests when they are answered. */
export function createDrain(app: FastifyInstance, seconds: number) {
  const unanswered = new Set<ServerResponse>()
  let isLeaving = false
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
    // Whoever keeps the line for the next question asks that one elsewhere.
    if (isLeaving) response.setHeader('connection', 'close')
  })

  return async function drain(): Promise<void> {
    const { noticeMs, disconnectMs } = drainTimes(seconds)
    isLeaving = true
    await wait(noticeMs)
    await inGroups(app.websocketServer.clients, disconnectMs, sendAway)
    await untilSo(() => unanswered.size === 0, Math.max(disconnectMs, LAST_ANSWERS_MS))
  }
}
