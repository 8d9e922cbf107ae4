import {
  type Format,
  type FormatName,
  formatNames,
  formatOf,
  isFormatName,
  formatNameOf,
} from '@carewatch/contracts/formats'
import { formatWith, knownProfile } from '@carewatch/contracts/profiles'
import { ASSUMED, type Measuring, measuringOf } from '@carewatch/contracts/measuring'
import type { Db } from '@carewatch/platform/database/client'
import { deviceModels, devices } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { InvalidFields } from '../../http/invalid-fields.ts'

/** A model of a format that is not ours to read is taken to speak our own. */
export const formatOfModel = (format: string): Format => formatOf(formatNameOf(format))

/** By its name; the name of a format stands for whatever sends it. */
async function findFormat(db: Db, name: string): Promise<string | undefined> {
  const [model] = await db
    .select({ format: deviceModels.format })
    .from(deviceModels)
    .where(eq(deviceModels.name, name))
  return model?.format ?? (isFormatName(name) ? name : undefined)
}

const isOfGateways = (format: string): boolean => formatOfModel(format).kind === 'GATEWAY'

/** By its model we know how to read a device: one nobody knows cannot be understood, and a gateway is no watch. */
export async function refuseUnknownModel(db: Db, name: string): Promise<void> {
  const format = await findFormat(db, name)
  if (format === undefined || isOfGateways(format)) throw new InvalidFields({ deviceModel: 'unknown' })
}

export const formatNameOfDevice = async (
  db: Db,
  { deviceModel }: { deviceModel: string },
): Promise<FormatName> => formatNameOf((await findFormat(db, deviceModel)) ?? deviceModel)

type Known = { deviceModel: string; chosenProfile: string | null }

/** What a device reports and can be sent, as far as it is known which model of its make it is. */
export async function formatOfDevice(db: Db, device: Known): Promise<Format> {
  const format = await formatNameOfDevice(db, device)
  const { deviceModel: model, chosenProfile: chosen } = device
  return formatWith(formatOf(format), knownProfile({ format, model, chosen, guessed: null }))
}

/** What is known of how a device of this model measures. */
export const measuringOfDevice = async (
  db: Db,
  { deviceModel }: { deviceModel: string },
): Promise<Measuring> => measuringOf(deviceModel, (await findFormat(db, deviceModel)) ?? deviceModel)

export async function measuringOfId(db: Db, deviceId: number): Promise<Measuring> {
  const [device] = await db
    .select({ deviceModel: devices.deviceModel })
    .from(devices)
    .where(eq(devices.id, deviceId))
  return device ? measuringOfDevice(db, device) : ASSUMED
}

/** The models that a watch can be of. */
export async function deviceModelNames(db: Db): Promise<Set<string>> {
  const models = await db.select({ name: deviceModels.name, format: deviceModels.format }).from(deviceModels)
  const names = models.filter(({ format }) => !isOfGateways(format)).map(({ name }) => name)
  return new Set([...names, ...formatNames.filter((format) => !isOfGateways(format))])
}
