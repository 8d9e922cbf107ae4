import * as contract from '@carewatch/contracts/http/invitations'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { acceptInvitation, claimInvitation, refuseInvitation, withdrawInvitation } from './answer.ts'
import { listMine, listSent } from './list.ts'

export function answerRoutes(serve: Serve, services: Services): void {
  const { db, viewers } = services
  serve(contract.myInvitations, (asked, viewer) => listMine(services, viewer, asked))
  serve(contract.sentInvitations, (asked, viewer) => listSent(db, viewer, asked))
  serve(contract.acceptInvitation, async ({ body }, caller) => {
    const answer = await acceptInvitation(services, caller, body.uuid)
    // This process need not wait for the database to tell it what it has just changed.
    viewers.forgetAll()
    return answer
  })
  serve(contract.refuseInvitation, ({ body }, caller) => refuseInvitation(db, caller, body.uuid))
  serve(contract.withdrawInvitation, ({ body }, caller) => withdrawInvitation(db, caller, body.uuid))
  serve(contract.claimInvitation, ({ body }, caller) => claimInvitation(services, caller, body.token))
}
