import type { Notification } from '@carewatch/contracts/notifications'

/** Where it happened: on somebody's wrist, else in a room, and by whose tag or sensor. */
export const placeName = ({
  deviceName,
  roomName,
  beaconName,
  gatewayName,
}: Pick<Notification, 'deviceName' | 'roomName' | 'beaconName' | 'gatewayName'>): string =>
  deviceName ?? ([roomName, beaconName].filter(Boolean).join(' · ') || (gatewayName ?? ''))
