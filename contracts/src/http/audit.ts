import { z } from 'zod'
import { AuditAction, AuditEntity, AuditKind } from '../audit.ts'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'

export const Trace = z
  .object({
    uuid: Uuid,
    at: Instant,
    /** Null: nobody was signed in, or the system itself. */
    user: z.object({ uuid: Uuid, name: z.string() }).nullable(),
    action: AuditAction,
    entity: AuditEntity,
    entityUuid: z.string().nullable(),
    /** What the row is called, or was at last; null where it has no name, or is no longer the viewer's to see. */
    about: z.object({ name: z.string(), mayOpen: z.boolean() }).nullable(),
    /** The network address the call came from. */
    address: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'Trace' })
export type Trace = z.output<typeof Trace>

export const auditTrail = endpoint({
  method: 'GET',
  path: '/audit',
  summary: 'Who did what to which row from where, newest first',
  allow: permissions.seeAudit,
  byKey: null,
  query: z.strictObject({
    page: paging.page,
    size: paging.size,
    userUuid: Uuid.optional(),
    entity: AuditEntity.optional(),
    entityUuid: z.string().max(64).optional(),
    action: AuditAction.optional(),
    /** What was done, or who was shown whom; without it both. */
    kind: AuditKind.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
  }),
  reply: z.object({ traces: z.array(Trace), total: Total }),
})
