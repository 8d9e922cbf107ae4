import { portalSettings } from '@carewatch/contracts/http/portal'
import { call } from '../http/call.ts'
import { Failure } from '../http/failure.ts'

const TIMEOUT_MS = 8_000

/** Which streets there are: those of our own server, those of an operator's map elsewhere, which may not answer, or none. */
export type StreetsFound = { kind: 'own' | 'unreachable' | 'none' } | { kind: 'foreign'; url: string }

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Asked anew for each map: streets come while a page is open. */
export async function findStreets(): Promise<StreetsFound> {
  try {
    const { hasStreets, mapStyleUrl: url } = await call(portalSettings, {})
    if (hasStreets) return { kind: 'own' }
    if (url === null) return { kind: 'none' }
    return (await answers(url)) ? { kind: 'foreign', url } : { kind: 'unreachable' }
  } catch (error) {
    if (error instanceof Failure) return { kind: 'none' }
    throw error
  }
}
