import type { Client } from 'aedes'

type Down = { topic: string; payload: string; retain?: boolean }

/** Publishes to one connection alone, at least once. */
export const publish = (client: Client, { topic, payload, retain = false }: Down): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    client.publish({ cmd: 'publish', topic, payload, qos: 1, retain, dup: false }, done)
  })
