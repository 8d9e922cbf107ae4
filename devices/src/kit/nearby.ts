/** Stations heard nearby: a place could be looked up by them. Cells are looked up nowhere, so they are read and not kept; by networks a home is known again. */
export type NearbyCell = {
  mcc: number
  mnc: number
  lac: number
  cid: number
  signal?: number | undefined
}
export type NearbyWifi = { ssid: string; bssid: string; signal: number | undefined }
