import { z } from 'zod'
import { MetricName } from '../metrics.ts'
import { permissions } from '../permissions.ts'
import { ProfileName, profileSources } from '../profiles.ts'
import { settingNames } from '../settings.ts'
import { Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'

const Choice = z.object({ name: ProfileName, label: z.string() })

export const ModelProfile = z
  .object({
    /** Which model of its make it is taken for; null: nothing tells. */
    taken: Choice.extend({ by: z.enum(profileSources) }).nullable(),
    /** What it would be taken for by what it sends and is registered as. */
    guess: Choice.nullable(),
    /** What it cannot, where somebody chose: of a guess nothing is taken away. */
    lacks: z.array(z.enum(settingNames)),
    measuresNow: z.array(MetricName),
    /** The models of its make that we tell apart. */
    choices: z.array(Choice),
  })
  .meta({ id: 'ModelProfile' })
export type ModelProfile = z.output<typeof ModelProfile>

const byUuid = z.object({ uuid: Uuid })
const reply = z.object({ profile: ModelProfile })

export const deviceProfile = endpoint({
  method: 'GET',
  path: '/devices/profile/:uuid',
  summary: 'Which model of its make a device is taken for, and how that is known',
  allow: permissions.chooseProfiles,
  byKey: 'devices:read',
  params: byUuid,
  reply,
})

export const chooseProfile = endpoint({
  method: 'POST',
  path: '/devices/profile/:uuid',
  summary: 'Say which model of its make a device is, or leave it to be guessed (null)',
  allow: permissions.chooseProfiles,
  byKey: 'devices:write',
  params: byUuid,
  body: z.strictObject({ profile: ProfileName.nullable() }),
  reply,
})
