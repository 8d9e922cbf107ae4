import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Broker, ownLinks, PersonalLink } from '@carewatch/contracts/http/personal-links'
import {
  mayHaveLink,
  type PersonalLinkKind,
  personalLinks as kinds,
} from '@carewatch/contracts/personal-links'
import type { Role } from '@carewatch/contracts/roles'
import { personalLinks } from '@carewatch/migrations/schema/personal-links'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { prefixOf, type SecretUse } from '../access/key-secret.ts'
import type { Viewer } from '../access/viewer.ts'

export const useOf: Record<PersonalLinkKind, SecretUse> = { calendar: 'cal', homeAssistant: 'home' }

type For = { role: Role; broker: Broker | null }

/** What is measured of somebody leaves by no connection that anybody may read. */
export const isPossible = (kind: PersonalLinkKind, { role, broker }: For): boolean =>
  mayHaveLink(role, kind) && (kind !== 'homeAssistant' || broker !== null)

type Row = typeof personalLinks.$inferSelect

export const toLink = ({ uuid, kind, publicId, createdAt, lastUsedAt, lastUsedFrom }: Row): PersonalLink => ({
  uuid,
  kind,
  prefix: prefixOf(publicId, useOf[kind]),
  createdAt,
  lastUsedAt,
  lastUsedFrom,
})

/** Those that read now, and which kinds this account may have. */
export async function listOwnLinks(
  db: Db,
  { id, role }: Viewer,
  broker: Broker | null,
): Promise<Reply<typeof ownLinks>> {
  const rows = await db
    .select()
    .from(personalLinks)
    .where(and(eq(personalLinks.userId, id), isNull(personalLinks.endedAt)))
    .orderBy(asc(personalLinks.id))
  return { links: rows.map(toLink), possible: kinds.filter((kind) => isPossible(kind, { role, broker })) }
}
