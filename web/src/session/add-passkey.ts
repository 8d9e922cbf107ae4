import { type beginPasskey, newPasskey } from '@carewatch/contracts/http/passkeys'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { call } from '../http/call.ts'
import { store } from '../store.ts'
import { makePasskey } from './passkeys.ts'
import { userAtom } from './session.ts'

/** What a person calls the machine before them. */
export const machineName = (): string =>
  /iPhone|iPad|Android|Windows|Macintosh|CrOS|Linux/.exec(navigator.userAgent)?.[0] ?? 'Passkey'

/** Has this machine make a passkey, and the server keep it; answers whether the machine made one. */
export async function addPasskey(asked: Reply<typeof beginPasskey>, name: string): Promise<boolean> {
  const user = store.get(userAtom)
  const owner = { email: user?.email ?? '', name: `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() }
  const passkey = await makePasskey(asked, owner)
  if (!passkey) return false
  await call(newPasskey, { body: { name, passkey } })
  return true
}
