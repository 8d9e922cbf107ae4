import { decodeLiveMessage, type LiveMessage } from '@carewatch/contracts/events'
import { WebSocket } from 'ws'

const AGAIN_MS = 200

/** A screen that stays open: when its socket is closed it opens another, as the portal does. */
export function openLastingScreen(httpUrl: string, token: string, devices: readonly string[]) {
  const received: LiveMessage[] = []
  const closedWith: number[] = []
  let socket: WebSocket
  let isOver = false
  let timesLetIn = 0

  function open(): void {
    socket = new WebSocket(`${httpUrl.replace('http', 'ws')}/api/live`)
    socket.on('open', () => socket.send(JSON.stringify({ type: 'authorize', token })))
    socket.on('message', (bytes: Buffer) => {
      const message = decodeLiveMessage(bytes.toString())
      received.push(message)
      if (message.type !== 'authorized') return
      timesLetIn++
      socket.send(JSON.stringify({ type: 'watch', devices }))
    })
    socket.on('error', () => {})
    socket.on('close', (code) => {
      closedWith.push(code)
      if (!isOver) setTimeout(open, AGAIN_MS)
    })
  }
  open()

  return {
    received,
    closedWith,
    timesLetIn: () => timesLetIn,
    close: () => {
      isOver = true
      socket.terminate()
    },
  }
}
