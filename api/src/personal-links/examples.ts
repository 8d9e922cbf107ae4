import type * as contract from '@carewatch/contracts/http/personal-links'
import type { PersonalLinkKind } from '@carewatch/contracts/personal-links'
import { roles } from '@carewatch/contracts/roles'
import { personalLinks } from '@carewatch/migrations/schema/personal-links'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { makeSecret } from '../access/key-secret.ts'
import type { Examples } from '../testing/example.ts'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Harness } from '../testing/harness.ts'
import { endLinkOf } from './change.ts'
import { useOf } from './list.ts'

type Whose = { userId: number; kind: PersonalLinkKind }

/** A link that reads, in place of the one of before; answers its secret. */
export async function createLink({ db }: Harness, { userId, kind }: Whose): Promise<string> {
  const { secret, publicId, hash } = makeSecret(undefined, useOf[kind])
  await db.transaction(async (tx) => {
    await endLinkOf(tx, { id: userId }, kind)
    await tx.insert(personalLinks).values({ userId, kind, publicId, secretHash: hash })
  })
  return secret
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
      await createLink(harness, ofNurse(fixture))
      return { body: { kind: 'calendar' } }
    },
    notFor: roles.filter((role) => role !== 'SUPERVISOR'),
  },
  dutyCalendar: {
    of: 'anyone',
    ask: async (fixture, harness) => ({
      params: { file: `${await createLink(harness, ofNurse(fixture))}.ics` },
    }),
  },
}
