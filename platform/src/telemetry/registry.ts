import { collectDefaultMetrics, Registry } from 'prom-client'

/** Figures of one part, with those of its process beside them: memory, processor, event loop. No device, no value, no name. */
export function createRegistry(part: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ part })
  collectDefaultMetrics({ register: registry })
  return registry
}
