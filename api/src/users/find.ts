import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { findUser as contract } from '@carewatch/contracts/http/users'
import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { findVisibleUser, type Person } from './find-user.ts'

const initialsOf = ({ firstName, lastName }: Person): string =>
  [firstName, lastName]
    .flatMap((name) => name.slice(0, String.fromCodePoint(name.codePointAt(0) ?? 0).length) || [])
    .join('')

/** Whether somebody of the caller's scope is called so. Somebody outside of it is nobody, and every question is kept. */
export async function findUser(
  db: Db,
  caller: Caller,
  { email, userName }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const key = email ?? userName ?? ''
  const person = key === 'currentUser' ? undefined : await findVisibleUser(db, caller, key)
  const detail = { asked: email === undefined ? 'userName' : 'email', found: person !== undefined }
  await audit(db, caller, { action: 'viewed', entity: 'user', uuid: person?.uuid, detail })
  if (!person) return { existingFound: false, user: null }
  const { uuid, role } = person
  return { existingFound: true, user: { uuid, role, initials: initialsOf(person) } }
}
