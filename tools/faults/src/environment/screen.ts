import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { ask } from './ask.ts'

const AGAIN_MS = 300
const BEAT_MS = 2_000
const SILENT_MS = 8_000

type Shown = { deviceUuid: string | null; alarmUuid: string }
type Frame = { type: string; notification?: Shown }
type Who = { email: string; password: string }

export async function signIn(port: number, { email, password }: Who): Promise<string> {
  const { body } = await ask(port, { path: '/api/auth/login', send: { email, password } })
  const { context } = JSON.parse(body) as { context?: { token?: string } }
  if (!context?.token) throw new Error(`Nobody could sign in as ${email}: ${body}`)
  return context.token
}

/** A live socket that comes back whenever it is lost, as the web's does. */
function keepListening(port: number, token: string, onFrame: (frame: Frame) => void) {
  let socket: WebSocket | undefined
  let isClosed = false
  let isUp = false
  let receivedAt = 0

  function receive(bytes: Buffer): void {
    receivedAt = performance.now()
    const frame = JSON.parse(bytes.toString()) as Frame
    if (frame.type === 'authorized') isUp = true
    onFrame(frame)
  }

  function open(): void {
    if (isClosed) return
    receivedAt = performance.now()
    const now = new WebSocket(`ws://127.0.0.1:${port}/api/live`)
    now.on('open', () => now.send(JSON.stringify({ type: 'authorize', token })))
    now.on('message', receive)
    now.on('error', () => {})
    now.on('close', () => {
      isUp = false
      setTimeout(open, AGAIN_MS)
    })
    socket = now
  }

  const beat = setInterval(() => {
    if (performance.now() - receivedAt > SILENT_MS) socket?.terminate()
    else if (isUp) socket?.send(JSON.stringify({ type: 'ping' }))
  }, BEAT_MS)
  open()
  return {
    isUp: () => isUp,
    close(): void {
      isClosed = true
      clearInterval(beat)
      socket?.terminate()
    },
  }
}

/** A nurse's board: the live socket, and a look at the list whenever the connection was away. */
export async function openScreen(port: number, who: Who) {
  const token = await signIn(port, who)
  /** When the first alarm of each device was seen, and which alarms they were. */
  const seen = new Map<string, { at: number; alarms: Set<string> }>()
  let isClosed = false

  function show({ deviceUuid, alarmUuid }: Shown): void {
    const known = seen.get(deviceUuid ?? '') ?? { at: performance.now(), alarms: new Set() }
    known.alarms.add(alarmUuid)
    seen.set(deviceUuid ?? '', known)
  }

  async function lookUp(): Promise<void> {
    const answer = await ask(port, { path: '/api/notification/all/after/0', token }).catch(() => undefined)
    if (isClosed) return
    if (answer?.status !== 200) {
      await wait(AGAIN_MS)
      return lookUp()
    }
    const { context } = JSON.parse(answer.body) as { context: { notifications: Shown[] } }
    for (const one of context.notifications) show(one)
  }

  const socket = keepListening(port, token, ({ type, notification }) => {
    if (type === 'authorized' || type === 'missed') void lookUp()
    if (type === 'notification' && notification) show(notification)
  })
  while (!socket.isUp()) await wait(20)
  return {
    token,
    seen,
    isUp: socket.isUp,
    close(): void {
      isClosed = true
      socket.close()
    },
  }
}
export type Screen = Awaited<ReturnType<typeof openScreen>>
