import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { generate, type Packet } from 'mqtt-packet'

/** A bare connection to whatever listens there; it never throws, it only closes. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}

export const hello = (username: string, password: string): Buffer =>
  generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: username,
    keepalive: 60,
    username,
    password: Buffer.from(password),
  })

/** Signed in, and no more: what comes is read by nobody unless somebody listens. */
export async function signInRaw(port: number, username: string, password: string): Promise<Socket> {
  const socket = await openSocket(port)
  socket.write(hello(username, password))
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return socket
}

export const send = (socket: Socket, packet: Packet): boolean => socket.write(generate(packet))
