import type { Language } from '@carewatch/contracts/languages'
import { write } from '@carewatch/contracts/messages/write'
import { metric, type MetricName, metricNames } from '@carewatch/contracts/metrics'
import { homeTopic } from '@carewatch/contracts/topics'
import type { HomeDevice } from './devices.ts'
import type { Measured } from '../readings/latest.ts'
import type { OpenAlarm } from './read.ts'

export type Publication = { topic: string; payload: string }
type About = { device: HomeDevice; measured: readonly Measured[] }

type Component = Record<string, unknown>

const CONNECTION = 'connection'
const ALARM = 'alarm'

/** By these Home Assistant chooses a picture, and units that somebody prefers. */
const deviceClasses: Partial<Record<MetricName, string>> = {
  temperature: 'temperature',
  battery: 'battery',
  sleepDeep: 'duration',
  sleepLight: 'duration',
  sleepAwake: 'duration',
}
const icons: Partial<Record<MetricName, string>> = {
  heartRate: 'mdi:heart-pulse',
  systolic: 'mdi:heart',
  diastolic: 'mdi:heart-outline',
  spo2: 'mdi:lungs',
  steps: 'mdi:walk',
}

/** A number of a watch; while the watch is not connected it is not available, so that nobody takes an old one for now. */
function sensorOf(name: MetricName, uuid: string, language: Language): Component {
  const { unit, decimals } = metric(name)
  const topic = homeTopic.state(uuid, name)
  const [deviceClass, icon] = [deviceClasses[name], icons[name]]
  return {
    platform: 'sensor',
    unique_id: `carewatch-${uuid}-${name}`,
    name: write(language, `metric.${name}`) ?? name,
    state_topic: topic,
    value_template: '{{ value_json.value }}',
    json_attributes_topic: topic,
    json_attributes_template: '{{ {"measured_at": value_json.measured_at} | tojson }}',
    suggested_display_precision: decimals,
    state_class: name === 'steps' ? 'total_increasing' : 'measurement',
    availability_topic: homeTopic.state(uuid, CONNECTION),
    ...(unit && { unit_of_measurement: unit }),
    ...(deviceClass && { device_class: deviceClass }),
    ...(icon && { icon }),
  }
}

/** Whether it calls for help; told as long as Home Assistant is connected, for an alarm stands also where its watch went silent. */
function alarmOf(uuid: string, language: Language): Component {
  const topic = homeTopic.state(uuid, ALARM)
  return {
    platform: 'binary_sensor',
    unique_id: `carewatch-${uuid}-alarm`,
    name: write(language, 'home.alarm') ?? ALARM,
    device_class: 'safety',
    state_topic: topic,
    value_template: '{{ value_json.state }}',
    json_attributes_topic: topic,
    json_attributes_template: '{{ value_json.attributes | tojson }}',
  }
}

function connectionOf(uuid: string, language: Language): Component {
  return {
    platform: 'binary_sensor',
    unique_id: `carewatch-${uuid}-connection`,
    name: write(language, 'home.connection') ?? CONNECTION,
    device_class: 'connectivity',
    entity_category: 'diagnostic',
    state_topic: homeTopic.state(uuid, CONNECTION),
    payload_on: 'online',
    payload_off: 'offline',
  }
}

/** What a watch is and what there is of it, by which Home Assistant makes its entities. */
export function discoveryOf({ device, measured }: About, language: Language): Publication {
  const { uuid, name, model } = device
  const sensors = measured.map(({ metric: of }) => [of, sensorOf(of, uuid, language)] as const)
  const payload = {
    device: { identifiers: [`carewatch-${uuid}`], name, model, manufacturer: 'Carewatch' },
    origin: { name: 'Carewatch' },
    components: {
      [ALARM]: alarmOf(uuid, language),
      [CONNECTION]: connectionOf(uuid, language),
      ...Object.fromEntries(sensors),
    },
  }
  return { topic: homeTopic.discovery(uuid), payload: JSON.stringify(payload) }
}

/** An empty one takes what was made of a watch away again. */
export const goneOf = (uuid: string): Publication => ({ topic: homeTopic.discovery(uuid), payload: '' })

/** Whether somebody calls for help. */
export function alarmStateOf({ uuid }: HomeDevice, open: readonly OpenAlarm[]): Publication {
  const [gravest] = open
  const attributes = gravest
    ? {
        message: gravest.message,
        severity: gravest.severity,
        since: gravest.since.toISOString(),
        answered_by: gravest.answeredBy,
        open: open.length,
      }
    : { open: 0 }
  const payload = JSON.stringify({ state: gravest ? 'ON' : 'OFF', attributes })
  return { topic: homeTopic.state(uuid, ALARM), payload }
}

/** All that the overview has. */
const tellable = metricNames.filter((name) => name !== 'wearing')

/** How else it stands with a watch now, each on its topic; of what there is nothing any more, or not of who wears it now, that there is none. */
export function statesOf({ device: { uuid, isOnline }, measured }: About): Publication[] {
  return [
    { topic: homeTopic.state(uuid, CONNECTION), payload: isOnline ? 'online' : 'offline' },
    ...tellable.map((of) => {
      const newest = measured.find(({ metric: one }) => one === of)
      const payload = { value: newest?.value ?? null, measured_at: newest?.time.toISOString() ?? null }
      return { topic: homeTopic.state(uuid, of), payload: JSON.stringify(payload) }
    }),
  ]
}
