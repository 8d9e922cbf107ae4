import type { chooseProfile as contract, ModelProfile } from '@carewatch/contracts/http/device-profile'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import {
  knownProfile,
  type KnownProfile,
  type ProfileName,
  profileOf,
  profilesOf,
} from '@carewatch/contracts/profiles'
import { deviceStatus } from '@carewatch/migrations/schema/devices'
import type { Db } from '@carewatch/platform/database/client'
import { eq } from 'drizzle-orm'
import type { Caller, Viewer } from '../../access/viewer.ts'
import { getVisibleDevice, type VisibleDevice } from '../../access/visible-device.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { changeDevice } from '../change.ts'
import { formatNameOfDevice } from '../models/model.ts'

const choice = (name: ProfileName) => ({ name, label: profileOf(name).label })

async function guessedOf(db: Db, deviceId: number): Promise<string | null> {
  const [status] = await db
    .select({ guessed: deviceStatus.guessedProfile })
    .from(deviceStatus)
    .where(eq(deviceStatus.deviceId, deviceId))
  return status?.guessed ?? null
}

async function profileState(db: Db, device: VisibleDevice): Promise<{ profile: ModelProfile }> {
  const format = await formatNameOfDevice(db, device)
  const facts = { format, model: device.deviceModel, guessed: await guessedOf(db, device.id) }
  const known = (chosen: string | null): KnownProfile | null => knownProfile({ ...facts, chosen })
  const [taken, guess] = [known(device.chosenProfile), known(null)]
  const own = taken?.by === 'CHOSEN' ? profileOf(taken.name) : undefined
  return {
    profile: {
      taken: taken && { ...choice(taken.name), by: taken.by },
      guess: guess && choice(guess.name),
      lacks: [...(own?.lacks ?? [])],
      measuresNow: [...(own?.measuresNow ?? [])],
      choices: profilesOf(format).map(choice),
    },
  }
}

export const getProfile = async (db: Db, viewer: Viewer, uuid: string): Promise<Reply<typeof contract>> =>
  profileState(db, await getVisibleDevice(db, viewer, { uuid }))

/** The broker has it at once: the next frame is read by it, and what differs is sent. */
export async function chooseProfile(
  db: Db,
  caller: Caller,
  { params: { uuid }, body: { profile } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  await changeDevice(db, caller, {
    uuid,
    action: 'updated',
    decide: async (device, tx) => {
      const choices = profilesOf(await formatNameOfDevice(tx, device))
      if (profile !== null && !choices.includes(profile)) throw new InvalidFields({ profile: 'invalid' })
      const detail = { fields: ['profile'], from: device.chosenProfile, to: profile }
      return { columns: { chosenProfile: profile }, detail }
    },
  })
  return getProfile(db, caller, uuid)
}
