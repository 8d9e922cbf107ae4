import type { EventType } from '@carewatch/contracts/alarms'
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
  sleepDeep?: number | undefined
  sleepLight?: number | undefined
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
  /** Its own time, where it has one beside that of a fix; NaN where that cannot be read. */
  time?: number | undefined
  /** What a value is of, as the answer repeats it. */
  type?: string
  happened?: EventType
  /** 1 on the wrist, 0 off it. */
  wearing?: 0 | 1
  /** What it calls its version. */
  firmware?: string
  /** Something in it could not be read. */
  unread?: string
  /** It, or what is in it, stands in no paper that we know. */
  unknown?: string
}
