import type { Db, openTimescale } from '@carewatch/platform/database/client'
import type { AccessTokens } from './access/access-tokens.ts'
import type { ApiKeys } from './access/api-keys.ts'
import type { DeviceCache } from './access/device-cache.ts'
import type { Sessions } from './access/sessions.ts'
import type { Viewers } from './access/viewers.ts'
import type { ViewingLog } from './access/viewing-log.ts'
import type { Passwords } from './auth/passwords.ts'
import type { Seal } from './auth/seal.ts'
import type { SignInWork } from './auth/work.ts'
import type { Throttle } from './auth/throttle.ts'
import type { SetUpChannel } from './devices/set-up/channel.ts'
import type { LiveFeed } from './live/live-feed.ts'
import type { Log } from './log.ts'
import type { RelyingParty } from './auth/passkeys/relying-party.ts'
import type { Mail } from './mail/mail.ts'
import type { MapFile } from './map/map-file.ts'
import type { Streets } from './map/streets.ts'

/** The pool for the hot tables of facts. */
export type Facts = ReturnType<typeof openTimescale>

/** What the verbs are given. */
export type Services = {
  db: Db
  facts: Facts
  log: Log
  viewers: Viewers
  viewings: ViewingLog
  sessions: Sessions
  /** How programs come in. */
  apiKeys: ApiKeys
  /** What programs that signed in by a public key ask FHIR by. */
  accessTokens: AccessTokens
  deviceCache: DeviceCache
  feed: LiveFeed
  mail: Mail
  setUpChannel: SetUpChannel
  /** The map of streets, and which street somebody is near by it. */
  map: MapFile
  streets: Streets
  passwords: Passwords
  throttle: Throttle
  work: SignInWork
  /** Whom passkeys are made for; none where they do not work. */
  relyingParty: RelyingParty | undefined
  /** Administrators need a second step. */
  asksAdmins: boolean
  /** Locks away secrets that must be read again. */
  seal: Seal
}
