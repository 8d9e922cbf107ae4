import type * as contract from '@carewatch/contracts/http/personal-links'
import type { PersonalLinkKind } from '@carewatch/contracts/personal-links'
import { roles } from '@carewatch/contracts/roles'
import { personalLinks } from '@carewatch/migrations/schema/personal-links'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { and, eq, isNull } from 'drizzle-orm'
import { makeSecret } from '../access/key-secret.ts'
import type { Examples } from '../testing/example.ts'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Harness } from '../testing/harness.ts'
import { useOf } from './list.ts'

type Whose = { userId: number; kind: PersonalLinkKind }

/** A link that reads, in place of the one of before. */
export async function createLink({ db }: Harness, { userId, kind }: Whose) {
  const { secret, publicId, hash } = makeSecret(undefined, useOf[kind])
  const isFormer = and(
    eq(personalLinks.userId, userId),
    eq(personalLinks.kind, kind),
    isNull(personalLinks.endedAt),
  )
  await db.update(personalLinks).set({ endedAt: new Date() }).where(isFormer)
  const values = { userId, kind, publicId, secretHash: hash }
  const [link] = await db.insert(personalLinks).values(values).returning({ uuid: personalLinks.uuid })
  return { secret, uuid: link?.uuid ?? '' }
}

const ofNurse = ({ people }: CompanyFixture): Whose => ({ userId: people.SUPERVISOR.id, kind: 'calendar' })

export const examples: Examples<typeof contract> = {
  ownLinks: { of: 'self', ask: () => ({}) },
  newLink: {
    of: 'self',
    ask: () => ({ body: { kind: 'calendar', password: TEST_PASSWORD } }),
    // Whom no duty waits for.
    refusedTo: ['OWNER'],
  },
  endLink: {
    of: 'row',
    ask: async (fixture, harness) => {
      const { uuid } = await createLink(harness, ofNurse(fixture))
      return { params: { uuid } }
    },
    notFor: roles.filter((role) => role !== 'SUPERVISOR'),
  },
  dutyCalendar: {
    of: 'anyone',
    ask: async (fixture, harness) => ({
      params: { file: `${(await createLink(harness, ofNurse(fixture))).secret}.ics` },
    }),
  },
}
