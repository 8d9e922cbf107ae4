import { portalSettings } from '@carewatch/contracts/http/portal'
import { call } from '../http/call.ts'
import { Failure } from '../http/failure.ts'

const TIMEOUT_MS = 8_000

async function styleUrl(): Promise<string | null> {
  try {
    return (await call(portalSettings, {})).mapStyleUrl
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

let asked: Promise<string | null> | undefined

/** Where the operator's map of streets is; null: there is none; false: it does not answer. */
export async function streetStyle(): Promise<string | null | false> {
  asked ??= styleUrl()
  const url = await asked
  if (url === null) {
    asked = undefined
    return null
  }
  return (await answers(url)) && url
}
