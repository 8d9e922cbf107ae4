import { freePort } from '../ports.ts'

export type BrokerPorts = { mqtt: number; mqtts: number; watch: number; health: number }
/** Where the balancer listens: the ports that everybody knows. */
export type PublicPorts = { http: number; mqtt: number; mqtts: number; watch: number }

/** Free ports, none of them twice, and none that the balancer will listen on. */
export function createPorts(at: Partial<PublicPorts> = {}) {
  const taken = new Set<number>(Object.values(at))
  async function next(): Promise<number> {
    const port = await freePort()
    if (taken.has(port)) return next()
    taken.add(port)
    return port
  }
  return {
    next,
    ofBroker: async (): Promise<BrokerPorts> => ({
      mqtt: await next(),
      mqtts: await next(),
      watch: await next(),
      health: await next(),
    }),
    ofBalancer: async (): Promise<PublicPorts> => ({
      http: await next(),
      mqtt: await next(),
      mqtts: await next(),
      watch: await next(),
    }),
  }
}
