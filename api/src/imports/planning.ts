import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../access/viewer.ts'
import type { Places } from '../devices/import/places.ts'

/** What every row of a call is planned with. */
export type Planning = { db: Db; caller: Caller; places: Places }
