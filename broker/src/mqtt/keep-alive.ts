import type { Sessions } from '../auth/sessions.ts'

const EVERY_MS = 2_000
const READ_AHEAD = 500
/** What all of them together may hold in memory while they wait; beyond it nothing more is read. */
const READ_AHEAD_BYTES = 64 * 1024 * 1024

/**
 * While the database is away acknowledgements wait, and aedes reads nothing more from a connection that waits: not even its PINGREQ.
 * Such a connection is alive by our own doing, so its keep-alive is renewed and a little more is read, within bounds.
 */
export function keepStalledAlive(sessions: Sessions): () => void {
  const timer = setInterval(() => {
    let waitingBytes = 0
    for (const [, { inFlightBytes }] of sessions.all()) waitingBytes += inFlightBytes
    for (const [client, session] of sessions.all()) {
      if (session.inFlight === 0) {
        session.waitingSince = 0
        continue
      }
      session.waitingSince ||= Date.now()
      if (Date.now() - session.waitingSince < EVERY_MS) continue
      client.renewKeepalive()
      if (session.inFlight >= READ_AHEAD || waitingBytes > READ_AHEAD_BYTES) continue
      client.readAhead()
    }
  }, EVERY_MS)
  return () => clearInterval(timer)
}
