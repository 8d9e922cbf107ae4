import { isFree } from '../ports.ts'

const FIRST = 9_229
const LAST = 65_535

/** Free ports on this machine, one after the other from Node's usual one on; those that are taken are skipped. */
export async function inspectorPorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let port = FIRST; ports.length < count && port <= LAST; port++)
    if (await isFree(port, '127.0.0.1')) ports.push(port)
  return ports
}
