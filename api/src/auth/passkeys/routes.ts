import * as contract from '@carewatch/contracts/http/passkeys'
import { loginByPasskey } from '../login.ts'
import type { Serve } from '../../http/serve.ts'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Services } from '../../services.ts'
import { newChallenge } from './challenges.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './own.ts'

export function passkeyRoutes(serve: Serve, services: Services): void {
  const { db, relyingParty, sessions, viewers } = services
  /** This process need not wait for the database to tell it what it has just changed. */
  async function changed<Result>(work: Promise<Result>): Promise<Result> {
    const result = await work
    viewers.forgetAll()
    return result
  }

  serve(contract.ownPasskeys, (_, caller) => listPasskeys(services, caller))
  serve(contract.beginPasskey, ({ body }, caller) => beginPasskey(services, caller, body))
  serve(contract.newPasskey, ({ body }, caller) => changed(addPasskey(services, caller, body)))
  serve(contract.removePasskey, ({ params: { uuid }, body: { password } }, caller) =>
    changed(removePasskey(services, caller, { uuid, password })),
  )
  serve.toAnyone(contract.askForPasskey, async () => {
    if (!relyingParty) throw new Refusal('conflict', 'passkeysOff')
    const challenge = await newChallenge(db, { kind: 'signIn', userId: null })
    return { challenge, rpId: relyingParty.id, allow: [] }
  })
  serve.toAnyone(contract.loginByPasskey, async ({ body: { passkey, browser } }, stranger) => {
    const user = await loginByPasskey(services, passkey, { address: stranger.address, browser })
    return { token: await sessions.start(user, stranger), user }
  })
}
