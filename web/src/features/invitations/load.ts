import { claimInvitation, myInvitations, sentInvitations } from '@carewatch/contracts/http/invitations'
import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { mayCall } from '../../session/may.ts'
import { forgetInvitation, pendingInvitation } from '../../session/pending-invitation.ts'

/** Whoever came by the link of an invitation shows it first: then it stands among theirs. */
async function claimPending(): Promise<void> {
  const token = pendingInvitation()
  if (token === null) return
  forgetInvitation()
  await attempt(() => call(claimInvitation, { body: { token } }))
}

/** What one was asked and, for whoever may ask, what was asked; `sent`: which page of it. */
export async function loadInvitations({ role }: CurrentUser, sent: number) {
  await claimPending()
  const [mine, asked] = await Promise.all([
    call(myInvitations, { query: { page: 1, size: 100 } }),
    mayCall(sentInvitations, role) ? call(sentInvitations, { query: { page: sent, size: 25 } }) : null,
  ])
  return { mine, asked }
}
export type Loaded = Awaited<ReturnType<typeof loadInvitations>>
