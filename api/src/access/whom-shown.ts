import type { endpointsByName } from '@carewatch/contracts/http/index'
import type { Endpoint, Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { byDevice, byUser, byWearer, type Person, personOf, wearerOf } from './persons.ts'
import type { Kind } from './viewing-log.ts'

/** A call that was answered. What is written by hand or is a file has no reply to look into: there the input says who. */
export type Answered<E extends Endpoint> = { reply: Reply<E>; input: Input<E> }

/** What of whom an answer shows. */
export type Shows<A> = { kinds: readonly Kind[]; of: (answered: A) => Person[] }

const showing =
  (...kinds: readonly Kind[]) =>
  <A>(of: (answered: A) => Person[]): Shows<A> => ({ kinds, of })
/** Vitals or alarms. */
export const viewed = showing('viewed')
export const located = showing('located')
export const viewedAndLocated = showing('viewed', 'located')
/** Who they are, those around them, settings, tasks, notes. */
export const profile = showing('profileViewed')

type Uuid = { uuid: string }
type By<Params> = { input: { params: Params } }
export const ofDevice = ({ input }: By<Uuid>) => [byDevice(input.params.uuid)]
export const ofWearer = ({ input }: By<Uuid>) => [byWearer(input.params.uuid)]
export const ofImei = ({ input }: By<{ imei: string }>): Person[] => [{ by: 'imei', id: input.params.imei }]

type DeviceRow = Parameters<typeof wearerOf>[0]
export const inDevices = ({ reply }: { reply: { devices: readonly DeviceRow[] } }) =>
  reply.devices.flatMap(wearerOf)

type Maps = Answered<(typeof endpointsByName)['allInteractions' | 'interactionsOf']>
export const interacting = ({ reply }: Pick<Maps, 'reply'>) =>
  Object.values(reply).flatMap((row) => Object.values(row).flatMap(personOf))

type InRoom = { device: Uuid | null; person: WearerSummary | null }
export const inRoom = ({
  beacons,
  lastHere = [],
}: {
  beacons: readonly InRoom[]
  lastHere?: readonly InRoom[] | undefined
}) => [...beacons, ...lastHere].flatMap(({ device, person }) => personOf({ device, wearer: person }))

export const reached = ({ recipients }: { recipients: readonly (readonly { uuid: string | null }[])[] }) =>
  recipients.flat().flatMap(({ uuid }) => (uuid ? byUser({ uuid }) : []))

const subjects: { [entity: string]: Person['by'] } = {
  wearer: 'wearer',
  device: 'device',
  user: 'user',
  session: 'user',
}
type Subject = { entity: string; entityUuid: string | null }
/** Who did something is a name at work; to whom it was done is somebody. */
export const subjectOf = ({ entity, entityUuid }: Subject): Person[] => {
  const by = subjects[entity]
  return by && entityUuid ? [{ by, id: entityUuid }] : []
}

const found: { [kind: string]: Person['by'] } = { wearer: 'wearer', device: 'device', person: 'user' }
export const suggested = ({ kind, uuid }: { kind: string; uuid: string }): Person[] => {
  const by = found[kind]
  return by ? [{ by, id: uuid }] : []
}
