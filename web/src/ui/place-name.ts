import type { Notification } from '@carewatch/contracts/notifications'

/** Where it happened: on somebody's wrist, else in a room. */
export const placeName = ({
  deviceName,
  roomName,
  gatewayName,
}: Pick<Notification, 'deviceName' | 'roomName' | 'gatewayName'>): string =>
  deviceName ?? roomName ?? gatewayName ?? ''
