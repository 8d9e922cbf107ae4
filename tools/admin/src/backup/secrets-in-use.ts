import type { Env } from '@carewatch/launcher/env'
import { hasOwnSecrets, readSecrets, type SecretsOfData } from '@carewatch/launcher/secrets'

type Given = Readonly<Record<string, string | undefined>>
type Place = { env: Pick<Env, 'JWT_SECRET' | 'DATABASE_URL'>; folder: string }

const hasFolder = ({ env, folder }: Place): boolean => env.DATABASE_URL === undefined || hasOwnSecrets(folder)

/** Everything comes from the environment, as in a container; `start` keeps the secret of its parts beside the data, and is given none. */
export const isFromEnvironment = (place: Place, given: Given = process.env): boolean =>
  !hasFolder(place) && Boolean(given['SERVICE_SECRET'])

function need(given: Given, name: string): string {
  const value = given[name]
  if (value) return value
  throw new Error(
    `${name} is not set, and a backup holds the secrets that are in use: set it as the parts have it, or leave them out by --no-secrets.`,
  )
}

/** The secrets that the parts work with, beside the data or from the environment; throws where one is missing, and makes none. */
export function secretsInUse({ env, folder }: Place, given: Given = process.env): SecretsOfData {
  if (hasFolder({ env, folder })) {
    const { jwt, service, push } = readSecrets(folder)
    return { jwt: env.JWT_SECRET ?? jwt, service, push }
  }
  const secrets = { jwt: need(given, 'JWT_SECRET'), service: need(given, 'SERVICE_SECRET') }
  if (!given['VAPID_PUBLIC_KEY'] && !given['VAPID_PRIVATE_KEY']) return secrets
  const push = {
    publicKey: need(given, 'VAPID_PUBLIC_KEY'),
    privateKey: need(given, 'VAPID_PRIVATE_KEY'),
  }
  return { ...secrets, push }
}

/** The same as lines of `.env`. */
export const linesOf = ({ jwt, service, push }: SecretsOfData): string[] => [
  `JWT_SECRET=${jwt}`,
  `SERVICE_SECRET=${service}`,
  ...(push ? [`VAPID_PUBLIC_KEY=${push.publicKey}`, `VAPID_PRIVATE_KEY=${push.privateKey}`] : []),
]

/** Throws where the environment sets others than a backup holds: nothing of it that is locked would open, and no phone that is subscribed would be reached. */
export function refuseOthers({ jwt, push }: SecretsOfData, place: Place, given: Given = process.env): void {
  const isJwtAnother = place.env.JWT_SECRET !== undefined && place.env.JWT_SECRET !== jwt
  const isPushAnother =
    push !== undefined && isFromEnvironment(place, given) && given['VAPID_PUBLIC_KEY'] !== push.publicKey
  const others = [
    ...(isJwtAnother ? ['JWT_SECRET'] : []),
    ...(isPushAnother ? ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] : []),
  ]
  if (others.length > 0)
    throw new Error(
      `This backup was made with another ${others.join(', ')}: set what it holds first (show-backup FILE --secrets).`,
    )
}
