import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { placeOf } from '@carewatch/platform/database/testing-line'

/** A line to a server that can be cut and mended, as when the server is away for a while. */
export async function cuttableConnection(url: string) {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(placeOf(url))
    for (const end of [near, far]) {
      open.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        open.delete(end)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    cut() {
      isCut = true
      for (const end of open) end.destroy()
    },
    mend: () => (isCut = false),
    close: () => {
      for (const end of open) end.destroy()
      server.close()
    },
  }
}
