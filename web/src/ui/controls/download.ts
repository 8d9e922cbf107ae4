import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import type { Fields } from '../../http/address.ts'
import { attempt } from '../../feedback/attempt.ts'
import { fetchFile } from '../../http/fetch-file.ts'

/** Saves a file of the server under the name it gives; a failure is shown. */
export async function download(endpoint: Endpoint, query: Fields, params?: Fields): Promise<void> {
  const file = await attempt(() => fetchFile(endpoint, query, params))
  if (!file) return
  const address = URL.createObjectURL(file.blob)
  const link = Object.assign(document.createElement('a'), { href: address, download: file.name })
  link.click()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
