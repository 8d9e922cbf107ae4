import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer, type Plugin } from 'vite'

/** While the api restarts nobody listens; a request waits so long for the new one. */
const API_BACK_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 25

const isListening = ({ hostname, port }: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function untilListening(address: URL): Promise<void> {
  const until = performance.now() + API_BACK_WITHIN_MS
  while (!(await isListening(address)) && performance.now() < until) await wait(LOOK_EVERY_MS)
}

const waitForApi = (api: URL): Plugin => ({
  name: 'wait-for-api',
  configureServer({ middlewares }) {
    middlewares.use('/api', (_request, _response, next) => void untilListening(api).then(() => next()))
  },
})

const { HOST = '127.0.0.1', HTTP_PORT, API_URL = '', PUBLIC_URL = '' } = process.env

/** The web with hot reload at the portal's address; vite.config.ts passes the interface on to API_URL. */
const server = await createServer({
  root: join(import.meta.dirname, '..'),
  clearScreen: false,
  plugins: [waitForApi(new URL(API_URL))],
  server: {
    host: HOST,
    port: Number(HTTP_PORT),
    strictPort: true,
    allowedHosts: [new URL(PUBLIC_URL).hostname],
    // An editor that empties a file and then writes it was now and then read in between, and the page stayed as it was.
    watch: { awaitWriteFinish: { stabilityThreshold: 30, pollInterval: 10 } },
  },
})
await server.listen()

const end = (): void => void server.close().finally(() => process.exit(0))
process.once('SIGTERM', end)
process.once('disconnect', end)
process.send?.('ready')
