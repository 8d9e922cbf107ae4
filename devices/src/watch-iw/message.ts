import type { NearbyCell, NearbyWifi } from '../kit/nearby.ts'

export type IwPosition = {
  time: number
  isValid: boolean
  lat: number
  lng: number
  speedKmh: number
  course: number
}

/** Digits that stand behind positions and heartbeats. */
export type IwState = { gsm: number; satellites: number; battery: number; mode: number }

export type IwVitals = {
  heartRate?: number | undefined
  systolic?: number | undefined
  diastolic?: number | undefined
  spo2?: number | undefined
  bloodSugar?: number | undefined
  temperature?: number | undefined
  battery?: number | undefined
}

/** What one message says, in its protocol's own terms. */
export type IwMessage = {
  login?: { imei: string; iccid: string; imsi: string }
  position?: IwPosition | undefined
  state?: Partial<IwState> | undefined
  cells?: NearbyCell[]
  wifi?: NearbyWifi[]
  wifiCount?: number
  alarm?: { code: string; language: string }
  wantsAddress?: boolean
  vitals?: IwVitals
  activity?: { steps?: number | undefined; rolls?: number | undefined }
  media?: { time: string; parts: string; part: string }
  ack?: { serial: string; values: string }
  /** Something in it could not be read. */
  unread?: string
}
