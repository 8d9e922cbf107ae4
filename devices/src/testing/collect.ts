import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Bytes in use when everything that nobody holds is gone. */
export function bytesHeld(): number {
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}
