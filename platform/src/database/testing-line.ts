import {
  createServer,
  connect as connectTo,
  type AddressInfo,
  type NetConnectOpts,
  type Socket,
} from 'node:net'

/** Where the server of this address listens: at a port, or in a folder that stands in the place of a host. */
export function placeOf(url: string): NetConnectOpts {
  const { port, hostname } = new URL(url)
  const host = decodeURIComponent(hostname)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) }
}

/** A line that passes everything on until it forgets the connections that it has: they stay open, and nothing comes through. New ones pass. */
export async function forgetfulLine(url: string) {
  const sockets: Socket[] = []
  const pairs: { isForgotten: boolean }[] = []
  const server = createServer((near) => {
    const far = connectTo(placeOf(url))
    const pair = { isForgotten: false }
    pairs.push(pair)
    sockets.push(near, far)
    near.on('data', (bytes) => !pair.isForgotten && far.write(bytes))
    far.on('data', (bytes) => !pair.isForgotten && near.write(bytes))
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a TCP server that listens has an address with a port.
  const { port: own } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(own) }).href,
    forget: (): void => {
      for (const pair of pairs) pair.isForgotten = true
    },
    close: (): void => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
