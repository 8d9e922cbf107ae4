import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

type Status = { parameterName: string; parameterValue: string }
type Inner = { connection: EventEmitter & { stream: Socket } }

const onlyRepeats = (): Error =>
  Object.assign(new Error('The database only repeats what another one writes.'), { code: '25006' })

/**
 * A connection to the server that writes. A replica is refused before anything is asked of it: after a failover the same address leads to whoever
 * leads, and a connection that was kept would be refused every change for as long as it lives.
 */
export class PrimaryClient extends pg.Client {
  constructor(config: string | pg.ClientConfig) {
    super(config)
    // Safe: fields of pg 8, pinned; a test connects to a replica.
    const { connection } = this as unknown as Inner
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Status) => {
      if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return
      // Of what came with it, that it would be ready is not to be taken for a connection.
      connection.removeAllListeners('readyForQuery')
      connection.emit('error', onlyRepeats())
      connection.stream.destroy()
    })
  }
}
