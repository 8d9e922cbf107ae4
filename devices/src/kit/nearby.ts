import type { DecodedCell } from '../codec.ts'

/** Stations heard nearby: by networks a home is known again, and by cells the place is looked up where nothing better says it. */
export type NearbyCell = DecodedCell
export type NearbyWifi = { ssid: string; bssid: string; signal: number | undefined }
