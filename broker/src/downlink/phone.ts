import { formatOf } from '@carewatch/contracts/formats'
import {
  type PhoneAddress,
  encodePhoneCommand,
  encodePhoneSettings,
} from '@carewatch/devices/owntracks/encode'
import type { Client } from 'aedes'
import type pg from 'pg'
import type { Session } from '../auth/sessions.ts'
import { returnCommand, settleCommand, takeCommands } from './commands.ts'
import { publish } from './publish.ts'
import { digestOf, noteSending } from './setting-ledger.ts'
import { noteSettingsSent, readWantedSettings } from './wanted-settings.ts'

const PUBLISHED_AT = /^owntracks\/([^/]+)\/([^/]+)(\/|$)/

/** The user and device name under which a phone publishes: its app puts them into its topics. */
function addressOf({ topics }: Session): PhoneAddress | undefined {
  for (const topic of topics ?? []) {
    const [, user, device] = PUBLISHED_AT.exec(topic) ?? []
    if (user && device) return { user, device }
  }
  return undefined
}

/** Sends a phone with the OwnTracks app what it has not been sent yet. The phone takes it when it wakes, and does not confirm. */
export async function sendToPhone({
  db,
  client,
  session,
}: {
  db: pg.Pool
  client: Client
  session: Session
}): Promise<void> {
  const { source } = session
  const to = addressOf(session)
  if (!source || !to || client.closed) return
  const wanted = await readWantedSettings(db, source.deviceId)
  if (!wanted) return
  const { settings, revision, sentRevision } = wanted
  session.listens = new Set([`owntracks/${to.user}/${to.device}/cmd`])
  if ((sentRevision ?? 0) < revision) {
    const messages = encodePhoneSettings(settings, to)
    const digest = digestOf(messages.map(({ payload }) => payload))
    const sending = new Map(formatOf('owntracks').settings.map((name) => [name, digest]))
    await noteSending(db, { deviceId: source.deviceId, revision, sending })
    for (const message of messages) await publish(client, message)
    await noteSettingsSent(db, source.deviceId, revision)
  }
  for (const { uuid, kind } of await takeCommands(db, { ...session, deviceId: source.deviceId })) {
    const messages = encodePhoneCommand(kind, to, settings)
    try {
      for (const down of messages) await publish(client, down)
    } catch {
      await returnCommand(db, source.deviceId, uuid)
      return
    }
    await settleCommand(db, {
      deviceId: source.deviceId,
      uuid,
      state: messages.length > 0 ? 'SENT' : 'FAILED',
    })
  }
}
