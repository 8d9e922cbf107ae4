import { users } from '@carewatch/migrations/schema/people'
import { and, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { emailOf, userNameOf } from '../access/identity.ts'
import { contains, fullNameText, searchText } from '../http/search.ts'

const shown = sql`lower(${fullNameText(users)} || chr(10) || ${emailOf} || chr(10) || ${userNameOf})`

/** A condition on `users`: what is shown of them contains what was typed. The text that is stored holds, of whoever signs in by another row, no address. */
export const userContains = (typed: string): SQL =>
  or(
    and(isNull(users.identityId), contains(searchText(users), typed)),
    and(isNotNull(users.identityId), contains(shown, typed)),
  ) ?? sql`false`
