import { sessionListing } from '@carewatch/contracts/http/auth'
import { ownChannels } from '@carewatch/contracts/http/channels'
import { ownPasskeys } from '@carewatch/contracts/http/passkeys'
import { ownLinks } from '@carewatch/contracts/http/personal-links'
import { ownCheckIn } from '@carewatch/contracts/http/routines'
import { userDetail } from '@carewatch/contracts/http/users'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { PersonGone } from '../../../../features/person/PersonGone.tsx'
import { PersonPage } from '../../../../features/person/PersonPage.tsx'
import { call } from '../../../../http/call.ts'
import { orNothing, orWithout } from '../../../../http/or-nothing.ts'

function toNotFound(): never {
  notFound({ throw: true })
  throw new Error('It always throws.')
}

export const Route = createFileRoute('/_shell/user/detail/$uuid')({
  loader: async ({ params: { uuid }, context }) => {
    const isOwn = uuid === 'currentUser' || uuid === context.user.uuid
    const [found, own] = await Promise.all([
      orNothing(call(userDetail, { params: { uuid } })),
      isOwn
        ? Promise.all([
            call(sessionListing, {}),
            call(ownChannels, {}),
            call(ownPasskeys, {}),
            call(ownLinks, {}),
            orWithout(call(ownCheckIn, {})),
          ])
        : null,
    ])
    const { user: person } = found ?? toNotFound()
    return {
      person,
      own: own && { ...own[0], ...own[1], passkeys: own[2], links: own[3], checkIn: own[4]?.checkIn ?? null },
    }
  },
  notFoundComponent: PersonGone,
  component: Person,
})

function Person() {
  const { person, own: mine } = Route.useLoaderData()
  // Keyed, so that nothing of one person stays on the page of the next.
  return <PersonPage key={person.uuid} person={person} own={mine} />
}
