import { AuditAction, AuditEntity, auditKinds } from '@carewatch/contracts/audit'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

const { page, size, sort } = listSearch
const Day = z.iso.date().optional().catch(undefined)

/** At first what was done: of each hundred traces, most are looks. */
export const kindsShown = [...auditKinds, 'both'] as const
export type KindShown = (typeof kindsShown)[number]
const AuditKindShown = z.enum(kindsShown)

export const AuditSearch = z.object({
  page,
  size,
  sort,
  search: z.undefined().optional().catch(undefined),
  userUuid: Uuid.optional().catch(undefined),
  entity: AuditEntity.optional().catch(undefined),
  entityUuid: z.string().max(64).optional().catch(undefined),
  action: AuditAction.optional().catch(undefined),
  kind: AuditKindShown.optional().catch(undefined),
  from: Day,
  to: Day,
})
export type AuditSearch = z.output<typeof AuditSearch>

const DAY_MS = 86_400_000

/** The moment at which a day of the viewer's calendar begins. */
const beginOf = (day: string): Date => new Date(`${day}T00:00`)

/** One action says by itself of which kind it is. */
const kindAsked = (kind: KindShown = 'done', action?: AuditAction) =>
  kind === 'both' || action ? {} : { kind }

/** As the call takes it: whole days, the last one with all its hours. */
export const asked = ({
  page: at,
  size: rows,
  sort: _,
  search: __,
  from,
  to,
  kind,
  ...filters
}: AuditSearch) => ({
  ...filters,
  ...kindAsked(kind, filters.action),
  ...(at && { page: at }),
  ...(rows && { size: rows }),
  ...(from && { from: beginOf(from) }),
  ...(to && { to: new Date(beginOf(to).getTime() + DAY_MS) }),
})
