import { partnerTopic } from '@carewatch/contracts/topics'

/** Whether a filter takes a topic, as MQTT has it. */
export function takes(filter: string, topic: string): boolean {
  const wanted = filter.split('/')
  const given = topic.split('/')
  const rest = wanted.indexOf('#')
  if (rest === -1 ? wanted.length !== given.length : given.length < rest) return false
  return wanted
    .slice(0, rest === -1 ? undefined : rest)
    .every((level, at) => level === '+' || level === given[at])
}

const DEVICE_LEVEL = 3
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NO_DEVICE = '00000000-0000-0000-0000-000000000000'

/** Which device a filter is about: one, or all; none where it names what is no device. */
function deviceOf(filter: string): string | undefined {
  const levels = filter.split('/')
  const at = levels[DEVICE_LEVEL]
  const isAll = levels.slice(0, DEVICE_LEVEL).includes('#') || at === '#' || at === '+'
  if (isAll) return 'all'
  return at !== undefined && UUID.test(at) ? at : undefined
}

type Asked = { devices: string[] | 'all'; located: string[] | 'all' }

const orAll = (devices: readonly string[], most: number): string[] | 'all' =>
  devices.includes('all') || devices.length > most ? 'all' : [...new Set(devices)]

/** What the live socket must watch for these filters; of places only what is asked for, because each leaves a trace. */
export function watchedBy(companyUuid: string, filters: Iterable<string>, most: number): Asked {
  const devices: string[] = []
  const located: string[] = []
  for (const filter of filters) {
    const device = deviceOf(filter)
    if (device === undefined) continue
    const uuid = device === 'all' ? NO_DEVICE : device
    const isAsked = (topic: (company: string, device: string) => string): boolean =>
      takes(filter, topic(companyUuid, uuid))
    if ([partnerTopic.readings, partnerTopic.presence, partnerTopic.handedOver].some(isAsked))
      devices.push(device)
    if (isAsked(partnerTopic.position)) located.push(device)
  }
  return { devices: orAll(devices, most), located: orAll(located, most) }
}
