import { alarms } from '@carewatch/migrations/schema/alarms'
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { visibleAlarms } from '../../access/visible-lives.ts'
import { type Asked, datesFor, idsOf, isAskedFor } from '../asked.ts'
import { isMoment } from '../dates.ts'
import type { Search } from '../source.ts'

type Times = Record<'openedAt' | 'lastAt' | 'clearedAt' | 'acknowledgedAt' | 'closedAt', AnyPgColumn>

/** When something of an alarm changed last. */
export const changedAtOf = ({ openedAt, lastAt, clearedAt, acknowledgedAt, closedAt }: Times): SQL =>
  sql`greatest(${openedAt}, ${lastAt}, ${clearedAt}, ${acknowledgedAt}, ${closedAt})`

type States = { open: string; over: string }

/** A condition on its state, by what FHIR calls it. */
export function isInState(asked: Asked, { open, over }: States): SQL | undefined {
  const isOpen = isAskedFor(asked, 'status', open)
  const isOver = isAskedFor(asked, 'status', over)
  if (isOpen && isOver) return undefined
  if (isOpen) return isNull(alarms.closedAt)
  return isOver ? isNotNull(alarms.closedAt) : sql`false`
}

/** A condition on `alarms`: those that the caller may see, of whom it is asked. A rehearsal is none, and what is about nobody and no place is for the portal. */
export const alarmsSeen = ({ caller, asked, wearer }: Search): SQL | undefined =>
  and(
    visibleAlarms(caller, wearer || asked.tokens.has('_id') ? 'few' : 'many'),
    eq(alarms.rehearsal, false),
    wearer && eq(alarms.wearerId, wearer.id),
    or(isNotNull(alarms.wearerId), isNotNull(alarms.roomId), isNotNull(alarms.branchId)),
  )

/** A condition on `alarms`: those of these ids, and that changed when it is asked. */
export function alarmsNamed(asked: Asked, changedAt = changedAtOf(alarms)): SQL | undefined {
  const ids = idsOf(asked)
  return and(ids && inArray(alarms.uuid, ids), ...isMoment(changedAt, datesFor(asked, '_lastUpdated')))
}
