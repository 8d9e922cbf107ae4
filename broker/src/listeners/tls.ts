import { constants, randomBytes } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Socket } from 'node:net'
import { createSecureContext, createServer, type Server, type TlsOptions } from 'node:tls'

/** What RFC 9325 recommends: authenticated ciphers with forward secrecy, and nothing else. */
const RULES = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
  ecdhCurve: 'X25519:P-256:P-384',
  honorCipherOrder: true,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_COMPRESSION,
} as const satisfies TlsOptions

const HANDSHAKE_MS = 10_000
const LOOK_EVERY_MS = 5_000
const NEW_TICKET_KEYS_MS = 3_600_000
const TICKET_KEY_BYTES = 48

export type Certificate = { cert: string; key: string }

const read = ({ cert, key }: Certificate) => ({ cert: readFileSync(cert), key: readFileSync(key) })

export type TlsListener = {
  files: Certificate
  /** It is connected, and has not shaken hands yet. */
  onConnection: (connection: Socket) => void
  /** Over a connection that has shaken hands. */
  onSocket: (socket: Socket, connection: Socket) => void
  onReload: (error?: Error) => void
  lookEveryMs?: number
}

const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** Connections by their other end: the one thing that a connection and the TLS socket on it share. */
function createHandshakes() {
  const connections = new Map<string, Socket>()
  return {
    add(connection: Socket): void {
      const end = endOf(connection)
      connections.set(end, connection)
      connection.once('close', () => {
        if (connections.get(end) === connection) connections.delete(end)
      })
    },
    /** The TLS socket itself where the connection has just gone. */
    of: (socket: Socket): Socket => connections.get(endOf(socket)) ?? socket,
  }
}

/** A TLS listener whose certificate may be renewed while it is open: new connections are shown what the files hold now. */
export function createTlsListener({
  files,
  onConnection,
  onSocket,
  onReload,
  lookEveryMs = LOOK_EVERY_MS,
}: TlsListener): Server {
  const handshakes = createHandshakes()
  const node = createServer({ ...RULES, ...read(files), handshakeTimeout: HANDSHAKE_MS }, (socket) =>
    onSocket(socket, handshakes.of(socket)),
  )
  node.on('connection', (connection) => {
    handshakes.add(connection)
    onConnection(connection)
  })
  // A broken handshake is the client's trouble.
  node.on('tlsClientError', () => {})

  const reload = (): void => {
    try {
      const renewed = { ...RULES, ...read(files) }
      // Half of a pair may be there before the other: it must fit before it is shown to anybody.
      createSecureContext(renewed)
      node.setSecureContext(renewed)
      onReload()
    } catch (error) {
      onReload(error instanceof Error ? error : new Error('unreadable certificate'))
    }
  }
  const paths = new Set([files.cert, files.key])
  for (const path of paths) watchFile(path, { interval: lookEveryMs, persistent: false }, reload)
  // Whoever steals a key opens an hour of resumed sessions with it, no more.
  const renewing = setInterval(() => node.setTicketKeys(randomBytes(TICKET_KEY_BYTES)), NEW_TICKET_KEYS_MS)
  node.once('close', () => {
    clearInterval(renewing)
    for (const path of paths) unwatchFile(path, reload)
  })
  return node
}
