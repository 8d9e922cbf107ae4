/** The native MQTT topics. A watch is named by its IMEI, a gateway by its MAC. */

export const watchUplinks = ['readings', 'event', 'status', 'settings/reported', 'command/result'] as const
export const watchDownlinks = ['settings', 'command'] as const
export const gatewayUplinks = ['scan', 'status', 'config/reported'] as const
export const gatewayDownlinks = ['config'] as const

export type WatchUplink = (typeof watchUplinks)[number]
export type GatewayUplink = (typeof gatewayUplinks)[number]

export const watchTopic = (imei: string, leaf: WatchUplink | (typeof watchDownlinks)[number]): string =>
  `watch/${imei}/${leaf}`

export const gatewayTopic = (mac: string, leaf: GatewayUplink | (typeof gatewayDownlinks)[number]): string =>
  `gateway/${mac}/${leaf}`

/** The live lane: told after the commit, may be dropped, healed by a refetch. */
export const liveTopic = {
  readings: (deviceUuid: string): string => `live/device/${deviceUuid}/readings`,
  position: (deviceUuid: string): string => `live/device/${deviceUuid}/position`,
  presence: (deviceUuid: string): string => `live/device/${deviceUuid}/presence`,
  alarm: (companyUuid: string): string => `live/alarm/${companyUuid}`,
  rooms: (companyUuid: string): string => `live/room/${companyUuid}`,
  task: (companyUuid: string): string => `live/task/${companyUuid}`,
} as const

const partnerDevice = (companyUuid: string, deviceUuid: string): string =>
  `partners/${companyUuid}/devices/${deviceUuid}`

/** What programs subscribe to by an API key: read alone, each below its own company. The payloads are those of the live socket. */
export const partnerTopic = {
  /** Everything of a company. */
  all: (companyUuid: string): string => `partners/${companyUuid}/#`,
  alarms: (companyUuid: string): string => `partners/${companyUuid}/alarms`,
  tasks: (companyUuid: string): string => `partners/${companyUuid}/tasks`,
  rooms: (companyUuid: string): string => `partners/${companyUuid}/rooms`,
  missed: (companyUuid: string): string => `partners/${companyUuid}/missed`,
  readings: (companyUuid: string, deviceUuid: string): string =>
    `${partnerDevice(companyUuid, deviceUuid)}/readings`,
  presence: (companyUuid: string, deviceUuid: string): string =>
    `${partnerDevice(companyUuid, deviceUuid)}/presence`,
  position: (companyUuid: string, deviceUuid: string): string =>
    `${partnerDevice(companyUuid, deviceUuid)}/position`,
  handedOver: (companyUuid: string, deviceUuid: string): string =>
    `${partnerDevice(companyUuid, deviceUuid)}/handed-over`,
} as const

/** How a broker and an api speak of programs that came by MQTT: each is a socket of the api, over the line that is there. */
export const programTopic = {
  /** A broker asks who takes one. */
  offered: 'live/program/offered',
  /** An api takes it, or says something to it; of one node. */
  toNode: (nodeId: number): string => `live/program/node/${nodeId}`,
  /** What a program says, to the api that took it. */
  toApi: (apiId: string): string => `live/program/api/${apiId}`,
} as const

/**
 * What Home Assistant of somebody's own house reads (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery): nobody publishes there but the api,
 * to each such program what is of its person.
 */
export const homeTopic = {
  /** It says here that it has started. */
  birth: 'homeassistant/status',
  discovery: (deviceUuid: string): string => `homeassistant/device/carewatch-${deviceUuid}/config`,
  state: (deviceUuid: string, what: string): string => `carewatch/${deviceUuid}/${what}`,
} as const

/** Whether Home Assistant is told something there. */
export const isHomeTopic = (topic: string): boolean =>
  topic.startsWith('homeassistant/') || topic.startsWith('carewatch/')
