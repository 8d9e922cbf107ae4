import type { LiveMessage, ProgramAnswer } from '@carewatch/contracts/events'
import type { HomeMessage } from '@carewatch/contracts/program-line'
import { partnerTopic } from '@carewatch/contracts/topics'

type Type = (LiveMessage | ProgramAnswer | HomeMessage)['type']

/** What is said of a device. */
const ofDevice: Partial<Record<Type, (company: string, device: string) => string>> = {
  readings: partnerTopic.readings,
  presence: partnerTopic.presence,
  position: partnerTopic.position,
  handedOver: partnerTopic.handedOver,
}

const ofCompany: Partial<Record<Type, (company: string) => string>> = {
  notification: partnerTopic.alarms,
  task: partnerTopic.tasks,
  rooms: partnerTopic.rooms,
  missed: partnerTopic.missed,
  watchLimited: partnerTopic.missed,
}

export type Message = {
  type: Type
  /** Of what a Home Assistant is told: the message itself. */
  topic?: string
  payload?: string
  deviceUuid?: string
  companyUuid?: string
  reason?: string
}

/** On which topic a message of the live socket goes to a program of this company; none: what the socket itself answers. */
export function topicOf(companyUuid: string, { type, deviceUuid }: Message): string | undefined {
  if (deviceUuid !== undefined) return ofDevice[type]?.(companyUuid, deviceUuid)
  return ofCompany[type]?.(companyUuid)
}
