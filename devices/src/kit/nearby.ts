/** Stations heard nearby: a place could be looked up by them. Ours are looked up nowhere, so they are read and not kept. */
export type NearbyCell = {
  mcc: number
  mnc: number
  lac: number
  cid: number
  signal?: number | undefined
}
export type NearbyWifi = { ssid: string; bssid: string; signal: number | undefined }
