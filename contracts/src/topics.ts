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
