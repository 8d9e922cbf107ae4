import { once } from 'node:events'
import { connect } from 'node:net'

export type TcpWatch = {
  /** Says one thing; resolves with the milliseconds until it is answered. */
  send: (frame: string) => Promise<number>
  close: () => void
}

/** An IW watch on a plain socket, signed in. It waits for each answer before it says the next thing. */
export async function openTcpWatch(port: number, imei: string): Promise<TcpWatch> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const send = async (frame: string): Promise<number> => {
    const startedAt = performance.now()
    const answered = once(socket, 'data')
    socket.write(frame)
    await answered
    return performance.now() - startedAt
  }
  await send(`IWAP00${imei}#`)
  return { send: send, close: () => socket.destroy() }
}

const AT_ONCE = 100

export async function openTcpWatches(port: number, imeis: readonly string[]): Promise<TcpWatch[]> {
  const open: TcpWatch[] = []
  for (let from = 0; from < imeis.length; from += AT_ONCE)
    open.push(
      ...(await Promise.all(imeis.slice(from, from + AT_ONCE).map((imei) => openTcpWatch(port, imei)))),
    )
  return open
}
