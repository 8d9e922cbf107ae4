// Made by `npx --yes pnpm@12 client:generate` of the OpenAPI document.
import type * as Schemas from './schemas.ts'

export type Alarm = {
  uuid: string
  incidentUuid?: string
  wearer: Schemas.WearerSummary | null
  deviceUuid: string | null
  deviceIMEI: string | null
  deviceName: string | null
  gatewayName: string | null
  roomName: string | null
  beaconName: string | null
  branchUuid: string | null
  branchName?: string | null
  kind:
    | 'SOS'
    | 'FALL'
    | 'UNKNOWN_ALARM'
    | 'HEART_RATE'
    | 'BLOOD_PRESSURE'
    | 'SPO2'
    | 'TEMPERATURE'
    | 'DETERIORATION'
    | 'GEOFENCE'
    | 'BATTERY'
    | 'OFF_WRIST'
    | 'OFFLINE'
    | 'INACTIVITY'
    | 'CHECK_IN_MISSED'
    | 'IDENTITY_CONFLICT'
    | 'CHANGED'
    | 'BEACON_NOT_ALLOWED'
    | 'BEACON_OUTSIDE_HOURS'
    | 'BEACON_TOO_LONG'
    | 'MOTION'
    | 'ROOM_TEMPERATURE'
    | 'ROOM_HUMIDITY'
    | 'DOOR_OPENED'
    | 'DOOR_CLOSED'
    | 'DOOR_TAMPERED'
    | 'WATER'
    | 'SMOKE'
    | 'GATEWAY_OFFLINE'
    | 'OUTAGE'
  direction: 'HIGH' | 'LOW' | 'NONE'
  category: 'PHYSIOLOGICAL' | 'TECHNICAL' | 'OPERATIONAL'
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  active: boolean
  latched: boolean
  acknowledged: boolean
  acknowledgedBy: string | null
  acknowledgedAt: string | null
  snoozedUntil: string | null
  late: boolean
  isRehearsal: boolean
  metric:
    | 'heartRate'
    | 'systolic'
    | 'diastolic'
    | 'spo2'
    | 'steps'
    | 'sleepDeep'
    | 'sleepLight'
    | 'sleepAwake'
    | 'temperature'
    | 'battery'
    | 'wearing'
    | null
  value: number | null
  usual?: number | null
  byNight?: boolean | null
  count: number
  openedAt: string
  lastAt: string
  clearedAt: string | null
  closedAt: string | null
  closedBy: string | null
  cause: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER' | null
}

export type AlarmDelivery = {
  user: string | null
  channel: 'IN_APP' | 'PUSH' | 'TELEGRAM' | 'SMS' | 'EMAIL'
  step: number
  round: number
  state: 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED' | 'SUPPRESSED'
  reason:
    | 'refused'
    | 'timeout'
    | 'unreachable'
    | 'blocked'
    | 'gone'
    | 'noAddress'
    | 'answered'
    | 'over'
    | 'tooMany'
    | 'spent'
    | 'sameIncident'
    | null
  at: string
  shownAt?: string | null
  seenAt?: string | null
  answeredAt?: string | null
  signedIn?: boolean | null
}

export type AlarmDetail = {
  uuid: string
  incidentUuid?: string
  wearer: Schemas.WearerSummary | null
  deviceUuid: string | null
  deviceIMEI: string | null
  deviceName: string | null
  gatewayName: string | null
  roomName: string | null
  beaconName: string | null
  branchUuid: string | null
  branchName?: string | null
  kind:
    | 'SOS'
    | 'FALL'
    | 'UNKNOWN_ALARM'
    | 'HEART_RATE'
    | 'BLOOD_PRESSURE'
    | 'SPO2'
    | 'TEMPERATURE'
    | 'DETERIORATION'
    | 'GEOFENCE'
    | 'BATTERY'
    | 'OFF_WRIST'
    | 'OFFLINE'
    | 'INACTIVITY'
    | 'CHECK_IN_MISSED'
    | 'IDENTITY_CONFLICT'
    | 'CHANGED'
    | 'BEACON_NOT_ALLOWED'
    | 'BEACON_OUTSIDE_HOURS'
    | 'BEACON_TOO_LONG'
    | 'MOTION'
    | 'ROOM_TEMPERATURE'
    | 'ROOM_HUMIDITY'
    | 'DOOR_OPENED'
    | 'DOOR_CLOSED'
    | 'DOOR_TAMPERED'
    | 'WATER'
    | 'SMOKE'
    | 'GATEWAY_OFFLINE'
    | 'OUTAGE'
  direction: 'HIGH' | 'LOW' | 'NONE'
  category: 'PHYSIOLOGICAL' | 'TECHNICAL' | 'OPERATIONAL'
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  active: boolean
  latched: boolean
  acknowledged: boolean
  acknowledgedBy: string | null
  acknowledgedAt: string | null
  snoozedUntil: string | null
  late: boolean
  isRehearsal: boolean
  metric:
    | 'heartRate'
    | 'systolic'
    | 'diastolic'
    | 'spo2'
    | 'steps'
    | 'sleepDeep'
    | 'sleepLight'
    | 'sleepAwake'
    | 'temperature'
    | 'battery'
    | 'wearing'
    | null
  value: number | null
  usual?: number | null
  byNight?: boolean | null
  count: number
  openedAt: string
  lastAt: string
  clearedAt: string | null
  closedAt: string | null
  closedBy: string | null
  cause: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER' | null
  history: Schemas.AlarmHistoryStep[]
  receipts?: Schemas.AlarmReceipt[]
  deliveries: Schemas.AlarmDelivery[]
  wearerUuid: string | null
  fence: { uuid: string; name: string; isHome: boolean } | null
}

export type AlarmHistoryStep = {
  at: string
  user: string | null
  step:
    | 'OPENED'
    | 'REPEATED'
    | 'RAISED'
    | 'ACKNOWLEDGED'
    | 'UNDONE'
    | 'SNOOZED'
    | 'CLEARED'
    | 'CLOSED'
    | 'COMMENTED'
    | 'CANCELLED'
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | null
  value: number | null
  note: string | null
  via: 'IN_APP' | 'PUSH' | 'TELEGRAM' | 'SMS' | 'EMAIL' | null
}

export type AlarmReceipt = {
  user: string | null
  shownAt: string | null
  seenAt: string | null
  atBedsideAt: string | null
  bedsideRoom?: string | null
  isTold: boolean
}

export type AlertInteraction = {
  uuid: string
  updationTime: string
  name: string
  macAddress: string
  deviceType: 'TAG' | 'DOOR' | 'CLIMATE' | 'WATER' | 'SMOKE' | 'MOTION' | 'BUTTON'
  device: { uuid: string; name: string } | null
  wearer: Schemas.WearerSummary | null
  gateway: { uuid: string; name: string; macAddress: string } | null
  room: { uuid: string; name: string } | null
  unknown?: 'GATEWAY_DOWN' | 'UNSURE' | null
  rssi: number | null
  battery: number | null
  alarm: {
    uuid: string
    kind:
      | 'SOS'
      | 'FALL'
      | 'UNKNOWN_ALARM'
      | 'HEART_RATE'
      | 'BLOOD_PRESSURE'
      | 'SPO2'
      | 'TEMPERATURE'
      | 'DETERIORATION'
      | 'GEOFENCE'
      | 'BATTERY'
      | 'OFF_WRIST'
      | 'OFFLINE'
      | 'INACTIVITY'
      | 'CHECK_IN_MISSED'
      | 'IDENTITY_CONFLICT'
      | 'CHANGED'
      | 'BEACON_NOT_ALLOWED'
      | 'BEACON_OUTSIDE_HOURS'
      | 'BEACON_TOO_LONG'
      | 'MOTION'
      | 'ROOM_TEMPERATURE'
      | 'ROOM_HUMIDITY'
      | 'DOOR_OPENED'
      | 'DOOR_CLOSED'
      | 'DOOR_TAMPERED'
      | 'WATER'
      | 'SMOKE'
      | 'GATEWAY_OFFLINE'
      | 'OUTAGE'
    severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
    message: string
    acknowledged: boolean
    openedAt: string
    closedAt: string | null
  }
}

export type AlertLog = {
  uuid: string
  kind:
    | 'SOS'
    | 'FALL'
    | 'UNKNOWN_ALARM'
    | 'HEART_RATE'
    | 'BLOOD_PRESSURE'
    | 'SPO2'
    | 'TEMPERATURE'
    | 'DETERIORATION'
    | 'GEOFENCE'
    | 'BATTERY'
    | 'OFF_WRIST'
    | 'OFFLINE'
    | 'INACTIVITY'
    | 'CHECK_IN_MISSED'
    | 'IDENTITY_CONFLICT'
    | 'CHANGED'
    | 'BEACON_NOT_ALLOWED'
    | 'BEACON_OUTSIDE_HOURS'
    | 'BEACON_TOO_LONG'
    | 'MOTION'
    | 'ROOM_TEMPERATURE'
    | 'ROOM_HUMIDITY'
    | 'DOOR_OPENED'
    | 'DOOR_CLOSED'
    | 'DOOR_TAMPERED'
    | 'WATER'
    | 'SMOKE'
    | 'GATEWAY_OFFLINE'
    | 'OUTAGE'
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  message: string
  room: { uuid: string; name: string } | null
  gateway: { uuid: string; name: string; macAddress: string } | null
  beacon: { uuid: string; name: string; macAddress: string } | null
  device: { uuid: string; name: string } | null
  wearer: Schemas.WearerSummary | null
  openedAt: string
  lastAt: string
  count: number
  active: boolean
  acknowledged: boolean
  acknowledgedBy: string | null
  closedAt: string | null
  closedBy: string | null
  cause: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER' | null
}

export type AllowedTime = { days: number[]; from: string; to: string }

export type AllowedTimeInput = { days: number[]; from: string; to: string }

export type Answering = {
  alarms: number
  notified?: { median: number | null; p90: number | null }
  seen?: { median: number | null; p90: number | null }
  bedside?: { median: number | null; p90: number | null }
  acknowledge: { median: number | null; p90: number | null }
  inTime?: number
  resolve: { median: number | null; p90: number | null }
  closed: number
  falseAlarms: number
  cases?: {
    every: number
    alarms: number
    notified: number
    seen: number
    bedside: number
    acknowledged: number
    inTime: number
    notInTime: number
    resolved: number
    falseAlarms: number
  }
}

export type ApiKey = {
  uuid: string
  name: string
  prefix: string
  scopes: (
    | 'people:read'
    | 'people:write'
    | 'care:read'
    | 'care:write'
    | 'readings:read'
    | 'locations:read'
    | 'alarms:read'
    | 'alarms:comment'
    | 'tasks:read'
    | 'tasks:write'
    | 'devices:read'
    | 'devices:write'
    | 'devices:command'
    | 'rooms:read'
    | 'rooms:write'
    | 'duties:read'
    | 'duties:write'
    | 'company:read'
    | 'fhir:read'
    | 'fhir:write'
    | 'audit:read'
    | 'live:read'
  )[]
  company: { uuid: string; name: string }
  branches: { uuid: string; name: string }[] | null
  createdAt: string
  createdBy: { uuid: string; name: string } | null
  rotatedAt: string | null
  formerUntil: string | null
  expiresAt: string | null
  publicKeys: { kid: string; alg: 'RS384' | 'ES384' }[]
  lastUsedAt: string | null
  lastUsedFrom: string | null
}

export type Article = {
  uuid: string
  type: 'yoga' | 'gym' | 'general'
  title: string
  summary: string
  minutesToRead: number
  imageUrl: string | null
  language: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
  originalUuid: string | null
  isPublished: boolean
  createdAt: string
  updatedAt: string
}

export type Beacon = {
  uuid: string
  name: string
  macAddress: string
  branch: { uuid: string; name: string } | null
  room: { uuid: string; name: string } | null
  createdAt: string
  updatedAt: string
  allowedTimes: Schemas.AllowedTime[]
  maxMinutes: number | null
  temperatureLow: number | null
  temperatureHigh: number | null
  humidityLow: number | null
  humidityHigh: number | null
  buttons: Schemas.ButtonActs
  deviceType: 'TAG' | 'DOOR' | 'CLIMATE' | 'WATER' | 'SMOKE' | 'MOTION' | 'BUTTON'
  battery: number | null
  rssi: number | null
  ibeacon: string | null
  hasBindKey: boolean
  hasIdentityKey?: boolean
  device: { uuid: string; name: string } | null
  staff?: { uuid: string; name: string } | null
  lastSeenAt: string | null
  isActive: boolean
}

export type Bookmark = {
  uuid: string
  time: string
  metric:
    | 'heartRate'
    | 'systolic'
    | 'diastolic'
    | 'spo2'
    | 'steps'
    | 'sleepDeep'
    | 'sleepLight'
    | 'sleepAwake'
    | 'temperature'
    | 'battery'
    | 'wearing'
    | null
  label: string
  by: string
  mayDelete: boolean
}

export type Bounds = {
  criticalLow: number | null
  low: number | null
  high: number | null
  criticalHigh: number | null
}

export type Branch = {
  uuid: string
  name: string
  code: string
  company: { uuid: string; name: string }
  nurses: { uuid: string; name: string }[]
  roomStatuses: string[]
  timeZone: string
  isActive: boolean
  heardUntil: string | null
  isUnattended: boolean
  createdAt: string
  updatedAt: string
}

export type ButtonActs = { [key: string]: 'SOS' | 'CHECK_IN' | 'NOTHING' }

export type ButtonActsInput = { [key: string]: 'SOS' | 'CHECK_IN' | 'NOTHING' }

export type Calibration = {
  isCalibrated: boolean
  isTooLarge: boolean
  rooms: {
    uuid: string
    name: string
    walk: { endedAt: string; by: string | null; isValid: boolean } | null
    examined: { decisions: number; right: number } | null
  }[]
  examined: {
    decisions: number
    right: number
    mostMixedUp: {
      room: { uuid: string; name: string }
      other: { uuid: string; name: string }
      count: number
    } | null
  } | null
  going: {
    uuid: string
    room: { uuid: string; name: string }
    beacon: { uuid: string; name: string }
    startedAt: string
    by: string | null
    isOwn: boolean
  }[]
  down: { uuid: string; name: string }[]
  tags: { uuid: string; name: string; macAddress: string; gateways: number }[]
}

export type CareFacts = {
  conditions: string
  allergies: string
  medicines: string
  mobility: string
  hearingAndSight: string
  fallRisk: 'LOW' | 'MEDIUM' | 'HIGH' | null
  doNotResuscitate: boolean | null
  howToGetIn: string
  healthOrganisation: string
  idNumber: string
  notes: string
}

export type Chain = {
  steps: {
    afterSeconds: number
    who: (
      | 'SUPERVISOR'
      | 'OWNER'
      | 'RELATIVES_HIGH'
      | 'RELATIVES_MEDIUM'
      | 'RELATIVES_LOW'
      | 'NURSES'
      | 'MANAGER'
    )[]
    channels: ('IN_APP' | 'PUSH' | 'TELEGRAM' | 'SMS' | 'EMAIL')[]
  }[]
  repeatEverySeconds: number
  repeats: number
}

export type ChainInput = {
  steps: {
    afterSeconds: number
    who: (
      | 'SUPERVISOR'
      | 'OWNER'
      | 'RELATIVES_HIGH'
      | 'RELATIVES_MEDIUM'
      | 'RELATIVES_LOW'
      | 'NURSES'
      | 'MANAGER'
    )[]
    channels: ('IN_APP' | 'PUSH' | 'TELEGRAM' | 'SMS' | 'EMAIL')[]
  }[]
  repeatEverySeconds: number
  repeats: number
}

export type Command = {
  uuid: string
  kind: 'FIND' | 'MEASURE' | 'LOCATE' | 'PANIC_ON' | 'PANIC_OFF' | 'RESET'
  state: 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED' | 'EXPIRED'
  by: string | null
  createdAt: string
  sentAt: string | null
  doneAt: string | null
  expiresAt: string
}

export type Company = {
  uuid: string
  name: string
  code: string
  address: string | null
  manager: { uuid: string; name: string } | null
  bookmarkValues: string[]
  sourcePinning: 'OFF' | 'WARN' | 'STRICT'
  twoStepRoles: ('MANAGER' | 'SUPERVISOR' | 'MONITOR' | 'BRANCH_MONITOR' | 'COMPANY_MONITOR')[]
  idleMinutes: Schemas.IdleMinutes
  graceDays: number
  isActive: boolean
  heardUntil: string | null
  createdAt: string
  updatedAt: string
}

export type Credentials = { username: string; password: string }

export type CurrentUser = {
  uuid: string
  firstName: string
  lastName: string
  userName: string
  email: string
  role:
    | 'ADMIN'
    | 'MANAGER'
    | 'SUPERVISOR'
    | 'OWNER'
    | 'RELATIVE'
    | 'USER'
    | 'MONITOR'
    | 'BRANCH_MONITOR'
    | 'COMPANY_MONITOR'
  userType: 'WATCH' | 'GATEWAY'
  selectedLanguage: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
  imageUrl: string | null
  timeZone: string
  companyUuid: string | null
  branchUuid: string | null
  mustChangePassword: boolean
  mustSetUpTwoStep: boolean
}

export type Device = {
  uuid: string
  imei: string
  imsi: string | null
  name: string
  deviceModel: string
  mobileNumber: string | null
  isSold: boolean
  isActive: boolean
  wearer: Schemas.WearerSummary | null
  ownerUUID: string | null
  ownerName: string | null
  relatives: string[]
  agentId: string | null
  battery: number | null
  operationMode: 'NORMAL' | 'POWER_SAVING' | 'EMERGENCY' | 'CUSTOM'
  expectedIntervalMs: number
  company: { uuid: string; name: string } | null
  branch: { uuid: string; name: string } | null
  timeZone: string | null
  online: boolean
  lastSeenAt: string | null
  freshness: 'FRESH' | 'DELAYED' | 'STALE' | 'OFFLINE'
  openAlarms: number
  createdAt: string
}

export type DeviceClaim = {
  uuid: string
  imei: string
  name: string
  deviceModel: string
  company: { uuid: string; name: string } | null
  askedBy: string | null
  createdAt: string
  status: 'OPEN' | 'GIVEN' | 'KEPT' | 'REGISTERED'
  decidedBy: string | null
  decidedAt: string | null
  holders: {
    uuid: string
    imei: string
    name: string
    deviceModel: string
    company: { uuid: string; name: string } | null
    createdAt: string
    lastSeenAt: string | null
    proof: 'PASSWORD' | 'PAIRED' | 'FIRST_CONTACT' | 'ACCEPTED' | 'REPORTED_BEFORE' | null
  }[]
}

export type DeviceIdentity = {
  proof: {
    how: 'PASSWORD' | 'PAIRED' | 'FIRST_CONTACT' | 'ACCEPTED' | 'REPORTED_BEFORE'
    at: string
    by: string | null
  } | null
  doubtfulSince: string | null
  pinning: 'OFF' | 'WARN' | 'STRICT'
  showsText: boolean
  networks: {
    network: string
    firstSeenAt: string
    lastSeenAt: string
    knownAt: string | null
    knownBy: string | null
  }[]
  conflicts: { at: string; reason: 'CONNECTIONS' | 'TAKE_OVERS' | 'PLACES' }[]
}

export type DeviceLocation = {
  deviceUuid: string
  deviceIMEI: string
  deviceName: string
  wearer: Schemas.WearerSummary | null
  home: { lat: number; lng: number } | null
  position: Schemas.Position | null
  expectedIntervalMs: number
  openAlarms: number
  alarms?: Schemas.Notification[]
}

export type Duty = {
  uuid: string
  user: { uuid: string; name: string }
  from: string
  to: string
  isNow: boolean
}

export type EscalationChain = {
  family: 'EMERGENCY' | 'HIGH' | 'MEDIUM' | 'LOW' | 'TECHNICAL'
  chain: Schemas.Chain
  setBy: 'BRANCH' | 'COMPANY' | 'DEFAULT'
  updatedAt: string | null
}

export type Facet = {
  name: string
  values: { value: string; name: string | null; count: number }[]
  rest: number
}

export type Failure = { success: false; status: number; message: string; context: null | {} }

export type Fence = {
  uuid: string
  deviceUuid: string
  name: string
  isHome: boolean
  shape:
    | { kind: 'CIRCLE'; centre: { lat: number; lng: number }; radiusM: number }
    | { kind: 'POLYGON'; corners: { lat: number; lng: number }[] }
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  schedule: { days: number[]; from: string; to: string } | null
  isActive: boolean
  standing: 'INSIDE' | 'OUTSIDE' | 'UNKNOWN'
  updatedAt: string
}

export type FigureCase = {
  uuid: string
  incidentUuid?: string
  wearer: Schemas.WearerSummary | null
  deviceUuid: string | null
  deviceIMEI: string | null
  deviceName: string | null
  gatewayName: string | null
  roomName: string | null
  beaconName: string | null
  branchUuid: string | null
  branchName?: string | null
  kind:
    | 'SOS'
    | 'FALL'
    | 'UNKNOWN_ALARM'
    | 'HEART_RATE'
    | 'BLOOD_PRESSURE'
    | 'SPO2'
    | 'TEMPERATURE'
    | 'DETERIORATION'
    | 'GEOFENCE'
    | 'BATTERY'
    | 'OFF_WRIST'
    | 'OFFLINE'
    | 'INACTIVITY'
    | 'CHECK_IN_MISSED'
    | 'IDENTITY_CONFLICT'
    | 'CHANGED'
    | 'BEACON_NOT_ALLOWED'
    | 'BEACON_OUTSIDE_HOURS'
    | 'BEACON_TOO_LONG'
    | 'MOTION'
    | 'ROOM_TEMPERATURE'
    | 'ROOM_HUMIDITY'
    | 'DOOR_OPENED'
    | 'DOOR_CLOSED'
    | 'DOOR_TAMPERED'
    | 'WATER'
    | 'SMOKE'
    | 'GATEWAY_OFFLINE'
    | 'OUTAGE'
  direction: 'HIGH' | 'LOW' | 'NONE'
  category: 'PHYSIOLOGICAL' | 'TECHNICAL' | 'OPERATIONAL'
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  active: boolean
  latched: boolean
  acknowledged: boolean
  acknowledgedBy: string | null
  acknowledgedAt: string | null
  snoozedUntil: string | null
  late: boolean
  isRehearsal: boolean
  metric:
    | 'heartRate'
    | 'systolic'
    | 'diastolic'
    | 'spo2'
    | 'steps'
    | 'sleepDeep'
    | 'sleepLight'
    | 'sleepAwake'
    | 'temperature'
    | 'battery'
    | 'wearing'
    | null
  value: number | null
  usual?: number | null
  byNight?: boolean | null
  count: number
  openedAt: string
  lastAt: string
  clearedAt: string | null
  closedAt: string | null
  closedBy: string | null
  cause: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER' | null
  seconds: number | null
  by: string | null
}

export type Finding = {
  trouble: 'NOTHING_COMES' | 'JUDGING_LAGS' | 'SENDING_LAGS' | 'CHANNEL_DEAD' | 'DISK_FULL' | 'DATABASE_AWAY'
  subject: string
  since: string
}

export type FleetJob = {
  uuid: string
  action:
    | { kind: 'ACTIVE'; isActive: boolean }
    | { kind: 'MOVE'; branchUuid: string }
    | { kind: 'INTERVAL'; locationIntervalMinutes: number }
    | { kind: 'COMMAND'; command: 'MEASURE' | 'LOCATE' }
  isUndo: boolean
  total: number
  done: number
  failed: number
  failures: { uuid: string; name: string; why: string }[]
  createdAt: string
  finishedAt: string | null
  isUndoable: boolean
}

export type FloorPlan = { uuid: string; width: number; height: number; updatedAt: string }

export type Gateway = {
  uuid: string
  name: string
  macAddress: string
  branch: { uuid: string; name: string } | null
  room: { uuid: string; name: string } | null
  createdAt: string
  updatedAt: string
  model: string
  isActive: boolean
  online: boolean
  lastMessageAt: string | null
  rssiOffset: number
  isUnplaced: boolean
  config: Schemas.GatewayConfig
  configState: {
    revision: number
    requestedAt: string | null
    sentAt: string | null
    reportedAt: string | null
  }
}

export type GatewayConfig = {
  scanIntervalSeconds?: number
  rssiFilterDbm?: number
  reportIntervalSeconds?: number
}

export type HouseLimitsInput = {
  heartRate?: { criticalLow?: number; low?: number; high?: number; criticalHigh?: number }
  systolic?: { criticalLow?: number; low?: number; high?: number; criticalHigh?: number }
  diastolic?: { criticalLow?: number; low?: number; high?: number; criticalHigh?: number }
  spo2?: { criticalLow?: number; low?: number; high?: number; criticalHigh?: number }
  temperature?: { criticalLow?: number; low?: number; high?: number; criticalHigh?: number }
}

export type HouseRoutine = {
  inactivity?: { inactivityMinutes: number; dayFrom: string; dayTo: string } | null
  checkInBy?: string | null
}

export type HouseRoutineInput = {
  inactivity?: { inactivityMinutes: number; dayFrom: string; dayTo: string } | null
  checkInBy?: string | null
}

export type IdleMinutes = {
  MANAGER?: number
  SUPERVISOR?: number
  MONITOR?: number
  BRANCH_MONITOR?: number
  COMPANY_MONITOR?: number
}

export type IdleMinutesInput = {
  MANAGER?: number
  SUPERVISOR?: number
  MONITOR?: number
  BRANCH_MONITOR?: number
  COMPANY_MONITOR?: number
}

export type IncidentDetail = {
  uuid: string
  wearer: Schemas.WearerSummary | null
  wearerUuid: string | null
  kind:
    | 'SOS'
    | 'FALL'
    | 'UNKNOWN_ALARM'
    | 'HEART_RATE'
    | 'BLOOD_PRESSURE'
    | 'SPO2'
    | 'TEMPERATURE'
    | 'DETERIORATION'
    | 'GEOFENCE'
    | 'BATTERY'
    | 'OFF_WRIST'
    | 'OFFLINE'
    | 'INACTIVITY'
    | 'CHECK_IN_MISSED'
    | 'IDENTITY_CONFLICT'
    | 'CHANGED'
    | 'BEACON_NOT_ALLOWED'
    | 'BEACON_OUTSIDE_HOURS'
    | 'BEACON_TOO_LONG'
    | 'MOTION'
    | 'ROOM_TEMPERATURE'
    | 'ROOM_HUMIDITY'
    | 'DOOR_OPENED'
    | 'DOOR_CLOSED'
    | 'DOOR_TAMPERED'
    | 'WATER'
    | 'SMOKE'
    | 'GATEWAY_OFFLINE'
    | 'OUTAGE'
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  acknowledged: boolean
  active: boolean
  openedAt: string
  lastAt: string
  closedAt: string | null
  nextStep: {
    at: string
    who: (
      | 'SUPERVISOR'
      | 'OWNER'
      | 'RELATIVES_HIGH'
      | 'RELATIVES_MEDIUM'
      | 'RELATIVES_LOW'
      | 'NURSES'
      | 'MANAGER'
    )[]
  } | null
  alarms: Schemas.Alarm[]
  timeline: Schemas.IncidentEntry[]
  fence: { uuid: string; name: string; isHome: boolean } | null
}

export type IncidentEntry =
  | {
      at: string
      user: string | null
      step:
        | 'OPENED'
        | 'REPEATED'
        | 'RAISED'
        | 'ACKNOWLEDGED'
        | 'UNDONE'
        | 'SNOOZED'
        | 'CLEARED'
        | 'CLOSED'
        | 'COMMENTED'
        | 'CANCELLED'
        | 'AT_BEDSIDE'
      severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | null
      value: number | null
      note: string | null
      via: 'IN_APP' | 'PUSH' | 'TELEGRAM' | 'SMS' | 'EMAIL' | null
      type: 'step'
      alarms: string[]
      room?: string | null
    }
  | {
      user: string | null
      channel: 'IN_APP' | 'PUSH' | 'TELEGRAM' | 'SMS' | 'EMAIL'
      step: number
      round: number
      state: 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED' | 'SUPPRESSED'
      reason:
        | 'refused'
        | 'timeout'
        | 'unreachable'
        | 'blocked'
        | 'gone'
        | 'noAddress'
        | 'answered'
        | 'over'
        | 'tooMany'
        | 'spent'
        | 'sameIncident'
        | null
      at: string
      shownAt?: string | null
      seenAt?: string | null
      answeredAt?: string | null
      signedIn?: boolean | null
      type: 'message'
      alarms: string[]
    }
  | { user: string | null; seenAt: string | null; type: 'screen'; alarms: string[]; at: string }

export type IncidentFile = {
  incident: {
    uuid: string
    wearerUuid: string | null
    kind:
      | 'SOS'
      | 'FALL'
      | 'UNKNOWN_ALARM'
      | 'HEART_RATE'
      | 'BLOOD_PRESSURE'
      | 'SPO2'
      | 'TEMPERATURE'
      | 'DETERIORATION'
      | 'GEOFENCE'
      | 'BATTERY'
      | 'OFF_WRIST'
      | 'OFFLINE'
      | 'INACTIVITY'
      | 'CHECK_IN_MISSED'
      | 'IDENTITY_CONFLICT'
      | 'CHANGED'
      | 'BEACON_NOT_ALLOWED'
      | 'BEACON_OUTSIDE_HOURS'
      | 'BEACON_TOO_LONG'
      | 'MOTION'
      | 'ROOM_TEMPERATURE'
      | 'ROOM_HUMIDITY'
      | 'DOOR_OPENED'
      | 'DOOR_CLOSED'
      | 'DOOR_TAMPERED'
      | 'WATER'
      | 'SMOKE'
      | 'GATEWAY_OFFLINE'
      | 'OUTAGE'
    severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
    acknowledged: boolean
    active: boolean
    openedAt: string
    lastAt: string
    closedAt: string | null
    timeline: Schemas.IncidentEntry[]
    fence: { uuid: string; name: string; isHome: boolean } | null
    alarms: {
      uuid: string
      incidentUuid?: string
      wearer: Schemas.WearerSummary | null
      deviceUuid: string | null
      deviceIMEI: string | null
      deviceName: string | null
      gatewayName: string | null
      roomName: string | null
      beaconName: string | null
      branchUuid: string | null
      branchName?: string | null
      kind:
        | 'SOS'
        | 'FALL'
        | 'UNKNOWN_ALARM'
        | 'HEART_RATE'
        | 'BLOOD_PRESSURE'
        | 'SPO2'
        | 'TEMPERATURE'
        | 'DETERIORATION'
        | 'GEOFENCE'
        | 'BATTERY'
        | 'OFF_WRIST'
        | 'OFFLINE'
        | 'INACTIVITY'
        | 'CHECK_IN_MISSED'
        | 'IDENTITY_CONFLICT'
        | 'CHANGED'
        | 'BEACON_NOT_ALLOWED'
        | 'BEACON_OUTSIDE_HOURS'
        | 'BEACON_TOO_LONG'
        | 'MOTION'
        | 'ROOM_TEMPERATURE'
        | 'ROOM_HUMIDITY'
        | 'DOOR_OPENED'
        | 'DOOR_CLOSED'
        | 'DOOR_TAMPERED'
        | 'WATER'
        | 'SMOKE'
        | 'GATEWAY_OFFLINE'
        | 'OUTAGE'
      direction: 'HIGH' | 'LOW' | 'NONE'
      category: 'PHYSIOLOGICAL' | 'TECHNICAL' | 'OPERATIONAL'
      severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
      active: boolean
      latched: boolean
      acknowledged: boolean
      acknowledgedBy: string | null
      acknowledgedAt: string | null
      snoozedUntil: string | null
      late: boolean
      isRehearsal: boolean
      metric:
        | 'heartRate'
        | 'systolic'
        | 'diastolic'
        | 'spo2'
        | 'steps'
        | 'sleepDeep'
        | 'sleepLight'
        | 'sleepAwake'
        | 'temperature'
        | 'battery'
        | 'wearing'
        | null
      value: number | null
      usual?: number | null
      byNight?: boolean | null
      count: number
      openedAt: string
      lastAt: string
      clearedAt: string | null
      closedAt: string | null
      closedBy: string | null
      cause: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER' | null
      beyond: number | null
    }[]
  }
  company: string | null
  branch: string | null
  zone: string
  offsetMinutes: number
  isOpen: boolean
  from: string
  to: string
  isSpanCut: boolean
  person: {
    uuid: string
    name: string
    room: string | null
    bed: string | null
    born: string | null
    age: number | null
    sex: 'male' | 'female' | 'other' | null
  } | null
  care: {
    conditions: string
    allergies: string
    medicines: string
    mobility: string
    hearingAndSight: string
    fallRisk: 'LOW' | 'MEDIUM' | 'HIGH' | null
    doNotResuscitate: boolean | null
    notes: string
  } | null
  vitals:
    | {
        metric:
          | 'heartRate'
          | 'systolic'
          | 'diastolic'
          | 'spo2'
          | 'steps'
          | 'sleepDeep'
          | 'sleepLight'
          | 'sleepAwake'
          | 'temperature'
          | 'battery'
          | 'wearing'
        bounds: Schemas.Bounds | null
        spanMs: number
        points: {
          at: string
          min: number
          max: number
          n: number
          quality?: 'GOOD' | 'DOUBTFUL' | 'WORTHLESS'
        }[]
      }[]
    | null
  events: { at: string; type: string }[] | null
  rooms: { at: string; room: string; sensor: string; fact: string; value: boolean | number | string }[]
  stays: {
    room: string | null
    unknown?: 'GATEWAY_DOWN' | 'UNSURE' | null
    from: string
    to: string | null
  }[]
  places: Schemas.Position[] | null
  tasks: Schemas.Task[] | null
  viewings:
    | {
        at: string
        name: string | null
        role:
          | 'ADMIN'
          | 'MANAGER'
          | 'SUPERVISOR'
          | 'OWNER'
          | 'RELATIVE'
          | 'USER'
          | 'MONITOR'
          | 'BRANCH_MONITOR'
          | 'COMPANY_MONITOR'
          | null
        action: 'viewed' | 'located' | 'profileViewed' | 'exported'
      }[]
    | null
  cut: {
    part: 'alarms' | 'timeline' | 'events' | 'rooms' | 'places' | 'stays' | 'tasks' | 'viewings'
    shown: number
    all: number
  }[]
  madeFor: {
    name: string
    role:
      | 'ADMIN'
      | 'MANAGER'
      | 'SUPERVISOR'
      | 'OWNER'
      | 'RELATIVE'
      | 'USER'
      | 'MONITOR'
      | 'BRANCH_MONITOR'
      | 'COMPANY_MONITOR'
  }
  madeAt: string
}

export type Invitation = {
  uuid: string
  kind: 'ONBOARDING' | 'OWNER' | 'RELATIVE' | 'ACCOUNT'
  status: 'OPEN' | 'ACCEPTED' | 'REFUSED' | 'WITHDRAWN' | 'LAPSED'
  about: string | null
  role:
    | 'ADMIN'
    | 'MANAGER'
    | 'SUPERVISOR'
    | 'OWNER'
    | 'RELATIVE'
    | 'USER'
    | 'MONITOR'
    | 'BRANCH_MONITOR'
    | 'COMPANY_MONITOR'
    | null
  createdAt: string
  lapsesAt: string
  answeredAt: string | null
  askedBy: { name: string; company: string | null }
  branch: string | null
  relation: string | null
  views: ('VITALS' | 'LOCATION' | 'ALARMS' | 'SETTINGS' | 'PAST' | 'WORK')[]
}

export type IssuedFile = {
  number: string
  hash: string
  issuedAt: string
  issuedBy: string | null
  isOpen: boolean
}

export type LatestInteraction = {
  uuid: string
  updationTime: string
  name: string
  macAddress: string
  deviceType: 'TAG' | 'DOOR' | 'CLIMATE' | 'WATER' | 'SMOKE' | 'MOTION' | 'BUTTON'
  device: { uuid: string; name: string } | null
  wearer: Schemas.WearerSummary | null
  gateway: { uuid: string; name: string; macAddress: string } | null
  room: { uuid: string; name: string } | null
  unknown?: 'GATEWAY_DOWN' | 'UNSURE' | null
  rssi: number | null
  battery: number | null
  facts: { [key: string]: boolean | number | string } | null
}

export type LimitSuggestion = {
  metric:
    | 'heartRate'
    | 'systolic'
    | 'diastolic'
    | 'spo2'
    | 'steps'
    | 'sleepDeep'
    | 'sleepLight'
    | 'sleepAwake'
    | 'temperature'
    | 'battery'
    | 'wearing'
  side: 'low' | 'high'
  present: number
  suggested: number
  rings: { present: number; suggested: number } | null
}

export type LocationDay = {
  day: string
  from: string
  to: string
  fixes: number
  awayMs: number | null
  farthestM: number | null
  stops: Schemas.Stop[]
}

export type LoudDevice = {
  device: { uuid: string; name: string }
  wearer: Schemas.WearerSummary | null
  branch: { uuid: string; name: string } | null
  kind:
    | 'SOS'
    | 'FALL'
    | 'UNKNOWN_ALARM'
    | 'HEART_RATE'
    | 'BLOOD_PRESSURE'
    | 'SPO2'
    | 'TEMPERATURE'
    | 'DETERIORATION'
    | 'GEOFENCE'
    | 'BATTERY'
    | 'OFF_WRIST'
    | 'OFFLINE'
    | 'INACTIVITY'
    | 'CHECK_IN_MISSED'
    | 'IDENTITY_CONFLICT'
    | 'CHANGED'
    | 'BEACON_NOT_ALLOWED'
    | 'BEACON_OUTSIDE_HOURS'
    | 'BEACON_TOO_LONG'
    | 'MOTION'
    | 'ROOM_TEMPERATURE'
    | 'ROOM_HUMIDITY'
    | 'DOOR_OPENED'
    | 'DOOR_CLOSED'
    | 'DOOR_TAMPERED'
    | 'WATER'
    | 'SMOKE'
    | 'GATEWAY_OFFLINE'
    | 'OUTAGE'
  direction: 'HIGH' | 'LOW' | 'NONE'
  alarms: number
  closed: number
  falseAlarms: number
  suggestion: Schemas.LimitSuggestion | null
}

export type MadeInvitation = { uuid: string; isMailed: boolean; link: string | null }

export type MeasuredInteraction = {
  uuid: string
  updationTime: string
  name: string
  macAddress: string
  deviceType: 'TAG' | 'DOOR' | 'CLIMATE' | 'WATER' | 'SMOKE' | 'MOTION' | 'BUTTON'
  device: { uuid: string; name: string } | null
  wearer: Schemas.WearerSummary | null
  gateway: { uuid: string; name: string; macAddress: string } | null
  room: { uuid: string; name: string } | null
  unknown?: 'GATEWAY_DOWN' | 'UNSURE' | null
  rssi: number | null
  battery: number | null
  value: number
}

export type ModelProfile = {
  taken: {
    name:
      | 'iw-v2.10'
      | 'iw-v3.03'
      | 'iw-l009'
      | 'iw-names-big-endian'
      | 'iw-trv'
      | '3g-4p-touch'
      | '3g-setracker'
      | '3g-sg'
      | '3g-zj'
      | '3g-cs'
    label: string
    by: 'CHOSEN' | 'SENT' | 'MODEL'
  } | null
  guess: {
    name:
      | 'iw-v2.10'
      | 'iw-v3.03'
      | 'iw-l009'
      | 'iw-names-big-endian'
      | 'iw-trv'
      | '3g-4p-touch'
      | '3g-setracker'
      | '3g-sg'
      | '3g-zj'
      | '3g-cs'
    label: string
  } | null
  lacks: (
    | 'operationMode'
    | 'locationIntervalMinutes'
    | 'gpsEnabled'
    | 'sosContacts'
    | 'phonebook'
    | 'whitelistEnabled'
    | 'autoAnswer'
    | 'heartRateCriticalLow'
    | 'heartRateLow'
    | 'heartRateHigh'
    | 'heartRateCriticalHigh'
    | 'systolicCriticalLow'
    | 'systolicLow'
    | 'systolicHigh'
    | 'systolicCriticalHigh'
    | 'diastolicCriticalLow'
    | 'diastolicLow'
    | 'diastolicHigh'
    | 'diastolicCriticalHigh'
    | 'spo2CriticalLow'
    | 'spo2Low'
    | 'temperatureCriticalLow'
    | 'temperatureLow'
    | 'temperatureHigh'
    | 'temperatureCriticalHigh'
    | 'stepsTarget'
    | 'calibrationSystolic'
    | 'calibrationDiastolic'
    | 'heartRateIntervalMinutes'
    | 'bloodPressureIntervalMinutes'
    | 'reminders'
    | 'autoTemperature'
    | 'fallDetection'
    | 'fallSensitivity'
  )[]
  measuresNow: (
    | 'heartRate'
    | 'systolic'
    | 'diastolic'
    | 'spo2'
    | 'steps'
    | 'sleepDeep'
    | 'sleepLight'
    | 'sleepAwake'
    | 'temperature'
    | 'battery'
    | 'wearing'
  )[]
  choices: {
    name:
      | 'iw-v2.10'
      | 'iw-v3.03'
      | 'iw-l009'
      | 'iw-names-big-endian'
      | 'iw-trv'
      | '3g-4p-touch'
      | '3g-setracker'
      | '3g-sg'
      | '3g-zj'
      | '3g-cs'
    label: string
  }[]
}

export type MonthlyPack = {
  branch: { uuid: string; name: string }
  company: string | null
  zone: string
  offsetMinutes: number
  month: string
  from: string
  to: string
  isOpen: boolean
  names: boolean
  residents: { present: number; away: number; wore: number }
  watches: number
  alarms: number
  incidents: number
  answering: Schemas.Answering
  shifts: {
    alarms: number
    notified?: { median: number | null; p90: number | null }
    seen?: { median: number | null; p90: number | null }
    bedside?: { median: number | null; p90: number | null }
    acknowledge: { median: number | null; p90: number | null }
    inTime?: number
    resolve: { median: number | null; p90: number | null }
    closed: number
    falseAlarms: number
    cases?: {
      every: number
      alarms: number
      notified: number
      seen: number
      bedside: number
      acknowledged: number
      inTime: number
      notInTime: number
      resolved: number
      falseAlarms: number
    }
    shift: 'DAY' | 'EVENING' | 'NIGHT'
  }[]
  kinds: {
    kind:
      | 'SOS'
      | 'FALL'
      | 'UNKNOWN_ALARM'
      | 'HEART_RATE'
      | 'BLOOD_PRESSURE'
      | 'SPO2'
      | 'TEMPERATURE'
      | 'DETERIORATION'
      | 'GEOFENCE'
      | 'BATTERY'
      | 'OFF_WRIST'
      | 'OFFLINE'
      | 'INACTIVITY'
      | 'CHECK_IN_MISSED'
      | 'IDENTITY_CONFLICT'
      | 'CHANGED'
      | 'BEACON_NOT_ALLOWED'
      | 'BEACON_OUTSIDE_HOURS'
      | 'BEACON_TOO_LONG'
      | 'MOTION'
      | 'ROOM_TEMPERATURE'
      | 'ROOM_HUMIDITY'
      | 'DOOR_OPENED'
      | 'DOOR_CLOSED'
      | 'DOOR_TAMPERED'
      | 'WATER'
      | 'SMOKE'
      | 'GATEWAY_OFFLINE'
      | 'OUTAGE'
    severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
    alarms: number
    answered: number
    open: number
    causes: { cause: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER' | null; n: number }[]
  }[]
  tests: number
  rehearsals: number
  calls: {
    uuid: string
    kind:
      | 'SOS'
      | 'FALL'
      | 'UNKNOWN_ALARM'
      | 'HEART_RATE'
      | 'BLOOD_PRESSURE'
      | 'SPO2'
      | 'TEMPERATURE'
      | 'DETERIORATION'
      | 'GEOFENCE'
      | 'BATTERY'
      | 'OFF_WRIST'
      | 'OFFLINE'
      | 'INACTIVITY'
      | 'CHECK_IN_MISSED'
      | 'IDENTITY_CONFLICT'
      | 'CHANGED'
      | 'BEACON_NOT_ALLOWED'
      | 'BEACON_OUTSIDE_HOURS'
      | 'BEACON_TOO_LONG'
      | 'MOTION'
      | 'ROOM_TEMPERATURE'
      | 'ROOM_HUMIDITY'
      | 'DOOR_OPENED'
      | 'DOOR_CLOSED'
      | 'DOOR_TAMPERED'
      | 'WATER'
      | 'SMOKE'
      | 'GATEWAY_OFFLINE'
      | 'OUTAGE'
    direction: 'HIGH' | 'LOW' | 'NONE'
    metric:
      | 'heartRate'
      | 'systolic'
      | 'diastolic'
      | 'spo2'
      | 'steps'
      | 'sleepDeep'
      | 'sleepLight'
      | 'sleepAwake'
      | 'temperature'
      | 'battery'
      | 'wearing'
      | null
    value: number | null
    usual?: number | null
    byNight?: boolean | null
    late: boolean
    isRehearsal: boolean
    severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
    openedAt: string
    closedAt: string | null
    cause: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER' | null
    person: {
      uuid: string
      initials: string
      name: string | null
      room: string | null
      bed: string | null
    } | null
    place: string | null
    notified: number | null
    seen: number | null
    answered: number | null
    answeredBy: string | null
    answeredByRelative: boolean
    takenBack: boolean
    bedside: number | null
    bedsideBy: string | null
    tasks: { done: number; all: number }
    file: string | null
  }[]
  unanswered: {
    uuid: string
    kind:
      | 'SOS'
      | 'FALL'
      | 'UNKNOWN_ALARM'
      | 'HEART_RATE'
      | 'BLOOD_PRESSURE'
      | 'SPO2'
      | 'TEMPERATURE'
      | 'DETERIORATION'
      | 'GEOFENCE'
      | 'BATTERY'
      | 'OFF_WRIST'
      | 'OFFLINE'
      | 'INACTIVITY'
      | 'CHECK_IN_MISSED'
      | 'IDENTITY_CONFLICT'
      | 'CHANGED'
      | 'BEACON_NOT_ALLOWED'
      | 'BEACON_OUTSIDE_HOURS'
      | 'BEACON_TOO_LONG'
      | 'MOTION'
      | 'ROOM_TEMPERATURE'
      | 'ROOM_HUMIDITY'
      | 'DOOR_OPENED'
      | 'DOOR_CLOSED'
      | 'DOOR_TAMPERED'
      | 'WATER'
      | 'SMOKE'
      | 'GATEWAY_OFFLINE'
      | 'OUTAGE'
    direction: 'HIGH' | 'LOW' | 'NONE'
    metric:
      | 'heartRate'
      | 'systolic'
      | 'diastolic'
      | 'spo2'
      | 'steps'
      | 'sleepDeep'
      | 'sleepLight'
      | 'sleepAwake'
      | 'temperature'
      | 'battery'
      | 'wearing'
      | null
    value: number | null
    usual?: number | null
    byNight?: boolean | null
    late: boolean
    isRehearsal: boolean
    severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
    openedAt: string
    closedAt: string | null
    cause: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER' | null
    person: {
      uuid: string
      initials: string
      name: string | null
      room: string | null
      bed: string | null
    } | null
    place: string | null
  }[]
  unreached: {
    uuid: string
    kind:
      | 'SOS'
      | 'FALL'
      | 'UNKNOWN_ALARM'
      | 'HEART_RATE'
      | 'BLOOD_PRESSURE'
      | 'SPO2'
      | 'TEMPERATURE'
      | 'DETERIORATION'
      | 'GEOFENCE'
      | 'BATTERY'
      | 'OFF_WRIST'
      | 'OFFLINE'
      | 'INACTIVITY'
      | 'CHECK_IN_MISSED'
      | 'IDENTITY_CONFLICT'
      | 'CHANGED'
      | 'BEACON_NOT_ALLOWED'
      | 'BEACON_OUTSIDE_HOURS'
      | 'BEACON_TOO_LONG'
      | 'MOTION'
      | 'ROOM_TEMPERATURE'
      | 'ROOM_HUMIDITY'
      | 'DOOR_OPENED'
      | 'DOOR_CLOSED'
      | 'DOOR_TAMPERED'
      | 'WATER'
      | 'SMOKE'
      | 'GATEWAY_OFFLINE'
      | 'OUTAGE'
    direction: 'HIGH' | 'LOW' | 'NONE'
    metric:
      | 'heartRate'
      | 'systolic'
      | 'diastolic'
      | 'spo2'
      | 'steps'
      | 'sleepDeep'
      | 'sleepLight'
      | 'sleepAwake'
      | 'temperature'
      | 'battery'
      | 'wearing'
      | null
    value: number | null
    usual?: number | null
    byNight?: boolean | null
    late: boolean
    isRehearsal: boolean
    severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
    openedAt: string
    closedAt: string | null
    cause: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER' | null
    person: {
      uuid: string
      initials: string
      name: string | null
      room: string | null
      bed: string | null
    } | null
    place: string | null
  }[]
  silences: {
    uuid: string
    kind:
      | 'SOS'
      | 'FALL'
      | 'UNKNOWN_ALARM'
      | 'HEART_RATE'
      | 'BLOOD_PRESSURE'
      | 'SPO2'
      | 'TEMPERATURE'
      | 'DETERIORATION'
      | 'GEOFENCE'
      | 'BATTERY'
      | 'OFF_WRIST'
      | 'OFFLINE'
      | 'INACTIVITY'
      | 'CHECK_IN_MISSED'
      | 'IDENTITY_CONFLICT'
      | 'CHANGED'
      | 'BEACON_NOT_ALLOWED'
      | 'BEACON_OUTSIDE_HOURS'
      | 'BEACON_TOO_LONG'
      | 'MOTION'
      | 'ROOM_TEMPERATURE'
      | 'ROOM_HUMIDITY'
      | 'DOOR_OPENED'
      | 'DOOR_CLOSED'
      | 'DOOR_TAMPERED'
      | 'WATER'
      | 'SMOKE'
      | 'GATEWAY_OFFLINE'
      | 'OUTAGE'
    watches: number | null
    from: string
    to: string | null
    person: {
      uuid: string
      initials: string
      name: string | null
      room: string | null
      bed: string | null
    } | null
    place: string | null
  }[]
  changes: {
    at: string
    by: string | null
    of: 'device' | 'branch' | 'company'
    person: {
      uuid: string
      initials: string
      name: string | null
      room: string | null
      bed: string | null
    } | null
    fields: string[]
  }[]
  all: { calls: number; unanswered: number; unreached: number; silences: number; changes: number }
  looks: { traces: number; people: number }
  erased: number
  madeFor: {
    name: string
    role:
      | 'ADMIN'
      | 'MANAGER'
      | 'SUPERVISOR'
      | 'OWNER'
      | 'RELATIVE'
      | 'USER'
      | 'MONITOR'
      | 'BRANCH_MONITOR'
      | 'COMPANY_MONITOR'
  }
  madeAt: string
}

export type Notification = {
  uuid: string
  id: number
  type: 'ALARM' | 'NOTIFICATION'
  kind:
    | 'SOS'
    | 'FALL'
    | 'UNKNOWN_ALARM'
    | 'HEART_RATE'
    | 'BLOOD_PRESSURE'
    | 'SPO2'
    | 'TEMPERATURE'
    | 'DETERIORATION'
    | 'GEOFENCE'
    | 'BATTERY'
    | 'OFF_WRIST'
    | 'OFFLINE'
    | 'INACTIVITY'
    | 'CHECK_IN_MISSED'
    | 'IDENTITY_CONFLICT'
    | 'CHANGED'
    | 'BEACON_NOT_ALLOWED'
    | 'BEACON_OUTSIDE_HOURS'
    | 'BEACON_TOO_LONG'
    | 'MOTION'
    | 'ROOM_TEMPERATURE'
    | 'ROOM_HUMIDITY'
    | 'DOOR_OPENED'
    | 'DOOR_CLOSED'
    | 'DOOR_TAMPERED'
    | 'WATER'
    | 'SMOKE'
    | 'GATEWAY_OFFLINE'
    | 'OUTAGE'
  direction: 'HIGH' | 'LOW' | 'NONE'
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  metric:
    | 'heartRate'
    | 'systolic'
    | 'diastolic'
    | 'spo2'
    | 'steps'
    | 'sleepDeep'
    | 'sleepLight'
    | 'sleepAwake'
    | 'temperature'
    | 'battery'
    | 'wearing'
    | null
  value: number | null
  usual?: number | null
  byNight?: boolean | null
  late: boolean
  isRehearsal: boolean
  count: number
  message: string
  alarmUuid: string | null
  incidentUuid?: string | null
  wearerUuid?: string | null
  wearer?: Schemas.WearerSummary | null
  deviceUuid: string | null
  deviceIMEI: string | null
  deviceName: string | null
  gatewayName: string | null
  roomName: string | null
  beaconName: string | null
  branchUuid: string | null
  branchName?: string | null
  createdAt: string
  lastAt: string
  active: boolean
  acknowledged: boolean
  acknowledgedBy: string | null
  acknowledgedAt: string | null
  snoozedUntil: string | null
  version?: number | null
  nextStepAt?: string | null
  nextStepWho?:
    | (
        | 'SUPERVISOR'
        | 'OWNER'
        | 'RELATIVES_HIGH'
        | 'RELATIVES_MEDIUM'
        | 'RELATIVES_LOW'
        | 'NURSES'
        | 'MANAGER'
      )[]
    | null
}

export type OnboardingRequest = {
  uuid: string
  status: 'SUBMITTED' | 'APPROVED' | 'REJECTED'
  device: { uuid: string; name: string; imei: string }
  ownerName: string
  supervisor: { uuid: string; name: string } | null
  createdAt: string
  decidedAt: string | null
  decidedBy: string | null
  reason: string | null
}

export type OutgoingEvent = { type: string; timestamp: string; data: { [key: string]: unknown } }

export type OwnChannel = {
  channel: 'IN_APP' | 'PUSH' | 'TELEGRAM' | 'SMS' | 'EMAIL'
  gap: 'notSetUp' | 'noBrowser' | 'notConnected' | 'blocked' | 'noNumber' | 'smsOff' | null
  isFailing: boolean
  lastTest: {
    state: 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED' | 'SUPPRESSED'
    reason:
      | 'refused'
      | 'timeout'
      | 'unreachable'
      | 'blocked'
      | 'gone'
      | 'noAddress'
      | 'answered'
      | 'over'
      | 'tooMany'
      | 'spent'
      | 'sameIncident'
      | null
    at: string
  } | null
}

export type OwnCompany = {
  accountUuid: string
  company: { uuid: string; name: string } | null
  role:
    | 'ADMIN'
    | 'MANAGER'
    | 'SUPERVISOR'
    | 'OWNER'
    | 'RELATIVE'
    | 'USER'
    | 'MONITOR'
    | 'BRANCH_MONITOR'
    | 'COMPANY_MONITOR'
  isThis: boolean
  unacknowledged: number
}

export type Passkey = { uuid: string; name: string; createdAt: string; lastUsedAt: string | null }

export type Person = { uuid: string; name: string; contactNumber: string | null }

export type PersonalLink = {
  uuid: string
  kind: 'calendar' | 'homeAssistant'
  prefix: string
  createdAt: string
  lastUsedAt: string | null
  lastUsedFrom: string | null
}

export type Position = {
  time: string
  lat: number
  lng: number
  accuracy: number | null
  source: 'GPS' | 'WIFI' | 'CELL' | 'BLE'
}

export type Product = {
  uuid: string
  type: 'fitness' | 'monitoring'
  name: string
  summary: string
  description: string
  price: number | null
  currency: string
  imageUrl: string | null
  isPublished: boolean
  sort: number
  updatedAt: string
}

export type Reached = {
  name: string
  uuid: string | null
  ways: ('IN_APP' | 'PUSH' | 'TELEGRAM' | 'SMS' | 'EMAIL')[]
  isOutOfReach: boolean
}

export type Relative = {
  uuid: string
  deviceUUID: string
  userUUID: string | null
  phonebookId: number | null
  name: string
  phone: string | null
  relation: string | null
  email: string | null
  smsAlerts: boolean
  createUserInPortal: boolean
  status: 'CONTACT' | 'INVITED' | 'JOINED'
  sosPriority: 'HIGH' | 'MEDIUM' | 'LOW'
  maySeeLocation: boolean
  createdAt: string
  updatedAt: string
}

export type Room = {
  uuid: string
  name: string
  status: string | null
  branch: { uuid: string; name: string }
  roomStatuses: string[]
  gateways: number
  beacons: number
  createdAt: string
  updatedAt: string
}

export type RoomView = {
  uuid: string
  name: string
  status: string | null
  branch: { uuid: string; name: string }
  gateways: {
    uuid: string
    name: string
    macAddress: string
    online: boolean
    lastMessageAt: string | null
  }[]
  temperature: {
    value: number
    at: string
    ageSeconds: number
    beacon: { uuid: string; name: string; macAddress: string }
  } | null
  humidity: {
    value: number
    at: string
    ageSeconds: number
    beacon: { uuid: string; name: string; macAddress: string }
  } | null
  facts: {
    beacon: { uuid: string; name: string; macAddress: string }
    fact: string
    value: boolean | number | string
    at: string
  }[]
  beacons: {
    uuid: string
    name: string
    macAddress: string
    deviceType: 'TAG' | 'DOOR' | 'CLIMATE' | 'WATER' | 'SMOKE' | 'MOTION' | 'BUTTON'
    rssi: number
    lastSeenAt: string
    since: string
    confidence: number
    battery: number | null
    device: { uuid: string; name: string } | null
    person: Schemas.WearerSummary | null
  }[]
  lastHere?: {
    uuid: string
    name: string
    macAddress: string
    deviceType: 'TAG' | 'DOOR' | 'CLIMATE' | 'WATER' | 'SMOKE' | 'MOTION' | 'BUTTON'
    unknown: 'GATEWAY_DOWN' | 'UNSURE'
    since: string
    device: { uuid: string; name: string } | null
    person: Schemas.WearerSummary | null
  }[]
  alarms: {
    uuid: string
    kind:
      | 'SOS'
      | 'FALL'
      | 'UNKNOWN_ALARM'
      | 'HEART_RATE'
      | 'BLOOD_PRESSURE'
      | 'SPO2'
      | 'TEMPERATURE'
      | 'DETERIORATION'
      | 'GEOFENCE'
      | 'BATTERY'
      | 'OFF_WRIST'
      | 'OFFLINE'
      | 'INACTIVITY'
      | 'CHECK_IN_MISSED'
      | 'IDENTITY_CONFLICT'
      | 'CHANGED'
      | 'BEACON_NOT_ALLOWED'
      | 'BEACON_OUTSIDE_HOURS'
      | 'BEACON_TOO_LONG'
      | 'MOTION'
      | 'ROOM_TEMPERATURE'
      | 'ROOM_HUMIDITY'
      | 'DOOR_OPENED'
      | 'DOOR_CLOSED'
      | 'DOOR_TAMPERED'
      | 'WATER'
      | 'SMOKE'
      | 'GATEWAY_OFFLINE'
      | 'OUTAGE'
    severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
    message: string
    acknowledged: boolean
    openedAt: string
  }[]
}

export type Routine = {
  inactivityMinutes: number | null
  dayFrom: string
  dayTo: string
  checkInBy: string | null
}

export type SentInvitation = {
  uuid: string
  kind: 'ONBOARDING' | 'OWNER' | 'RELATIVE' | 'ACCOUNT'
  status: 'OPEN' | 'ACCEPTED' | 'REFUSED' | 'WITHDRAWN' | 'LAPSED'
  about: string | null
  role:
    | 'ADMIN'
    | 'MANAGER'
    | 'SUPERVISOR'
    | 'OWNER'
    | 'RELATIVE'
    | 'USER'
    | 'MONITOR'
    | 'BRANCH_MONITOR'
    | 'COMPANY_MONITOR'
    | null
  createdAt: string
  lapsesAt: string
  answeredAt: string | null
  to: string
  askedBy: string
  device: { uuid: string; name: string } | null
}

export type SetUpMessage = {
  uuid: string
  state: 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED'
  reason:
    | 'refused'
    | 'timeout'
    | 'unreachable'
    | 'blocked'
    | 'gone'
    | 'noAddress'
    | 'answered'
    | 'over'
    | 'tooMany'
    | 'spent'
    | 'sameIncident'
    | null
  createdAt: string
}

export type SettingsState = {
  settings: {
    operationMode: 'NORMAL' | 'POWER_SAVING' | 'EMERGENCY' | 'CUSTOM'
    locationIntervalMinutes: number | null
    gpsEnabled: boolean
    sosContacts: { name: string; number: string }[]
    phonebook: { name: string; number: string }[]
    whitelistEnabled: boolean
    autoAnswer: boolean
    heartRateCriticalLow: number | null
    heartRateLow: number | null
    heartRateHigh: number | null
    heartRateCriticalHigh: number | null
    systolicCriticalLow: number | null
    systolicLow: number | null
    systolicHigh: number | null
    systolicCriticalHigh: number | null
    diastolicCriticalLow: number | null
    diastolicLow: number | null
    diastolicHigh: number | null
    diastolicCriticalHigh: number | null
    spo2CriticalLow: number | null
    spo2Low: number | null
    temperatureCriticalLow: number | null
    temperatureLow: number | null
    temperatureHigh: number | null
    temperatureCriticalHigh: number | null
    stepsTarget: number | null
    calibrationSystolic: number | null
    calibrationDiastolic: number | null
    heartRateIntervalMinutes: number | null
    bloodPressureIntervalMinutes: number | null
    reminders: {
      kind: 'MEDICINE' | 'WATER' | 'ACTIVITY'
      hour: number
      minute: number
      days: number[]
      intervalMinutes?: number
    }[]
    autoTemperature: boolean
    fallDetection: boolean
    fallSensitivity: 'LOW' | 'MEDIUM' | 'HIGH'
  }
  revision: number
  reported: { [key: string]: unknown } | null
  reportedRevision: number | null
  reportedAt: string | null
  sentRevision: number | null
  sentAt: string | null
  confirms: boolean
  usualLimits: { [key: string]: Schemas.Bounds }
  supported: (
    | 'operationMode'
    | 'locationIntervalMinutes'
    | 'gpsEnabled'
    | 'sosContacts'
    | 'phonebook'
    | 'whitelistEnabled'
    | 'autoAnswer'
    | 'heartRateCriticalLow'
    | 'heartRateLow'
    | 'heartRateHigh'
    | 'heartRateCriticalHigh'
    | 'systolicCriticalLow'
    | 'systolicLow'
    | 'systolicHigh'
    | 'systolicCriticalHigh'
    | 'diastolicCriticalLow'
    | 'diastolicLow'
    | 'diastolicHigh'
    | 'diastolicCriticalHigh'
    | 'spo2CriticalLow'
    | 'spo2Low'
    | 'temperatureCriticalLow'
    | 'temperatureLow'
    | 'temperatureHigh'
    | 'temperatureCriticalHigh'
    | 'stepsTarget'
    | 'calibrationSystolic'
    | 'calibrationDiastolic'
    | 'heartRateIntervalMinutes'
    | 'bloodPressureIntervalMinutes'
    | 'reminders'
    | 'autoTemperature'
    | 'fallDetection'
    | 'fallSensitivity'
  )[]
  states: {
    setting:
      | 'operationMode'
      | 'locationIntervalMinutes'
      | 'gpsEnabled'
      | 'sosContacts'
      | 'phonebook'
      | 'whitelistEnabled'
      | 'autoAnswer'
      | 'heartRateCriticalLow'
      | 'heartRateLow'
      | 'heartRateHigh'
      | 'heartRateCriticalHigh'
      | 'systolicCriticalLow'
      | 'systolicLow'
      | 'systolicHigh'
      | 'systolicCriticalHigh'
      | 'diastolicCriticalLow'
      | 'diastolicLow'
      | 'diastolicHigh'
      | 'diastolicCriticalHigh'
      | 'spo2CriticalLow'
      | 'spo2Low'
      | 'temperatureCriticalLow'
      | 'temperatureLow'
      | 'temperatureHigh'
      | 'temperatureCriticalHigh'
      | 'stepsTarget'
      | 'calibrationSystolic'
      | 'calibrationDiastolic'
      | 'heartRateIntervalMinutes'
      | 'bloodPressureIntervalMinutes'
      | 'reminders'
      | 'autoTemperature'
      | 'fallDetection'
      | 'fallSensitivity'
    state:
      | 'WAITING'
      | 'SENT'
      | 'ACKNOWLEDGED'
      | 'READ_BACK'
      | 'DIFFERS'
      | 'REFUSED'
      | 'LEFT'
      | 'NOT_SUPPORTED'
    wantedAt: string | null
    sentAt: string | null
    answeredAt: string | null
  }[]
  waiting: boolean
  updatedAt: string
  lastSeenAt: string | null
}

export type ShiftSheet = {
  branch: { uuid: string; name: string }
  zone: string
  offsetMinutes: number
  from: string
  to: string
  madeAt: string
  duties: Schemas.Duty[]
  people: {
    wearer: Schemas.WearerSummary
    away: { reason: string | null; until: string | null } | null
    incidents: {
      uuid: string
      kind:
        | 'SOS'
        | 'FALL'
        | 'UNKNOWN_ALARM'
        | 'HEART_RATE'
        | 'BLOOD_PRESSURE'
        | 'SPO2'
        | 'TEMPERATURE'
        | 'DETERIORATION'
        | 'GEOFENCE'
        | 'BATTERY'
        | 'OFF_WRIST'
        | 'OFFLINE'
        | 'INACTIVITY'
        | 'CHECK_IN_MISSED'
        | 'IDENTITY_CONFLICT'
        | 'CHANGED'
        | 'BEACON_NOT_ALLOWED'
        | 'BEACON_OUTSIDE_HOURS'
        | 'BEACON_TOO_LONG'
        | 'MOTION'
        | 'ROOM_TEMPERATURE'
        | 'ROOM_HUMIDITY'
        | 'DOOR_OPENED'
        | 'DOOR_CLOSED'
        | 'DOOR_TAMPERED'
        | 'WATER'
        | 'SMOKE'
        | 'GATEWAY_OFFLINE'
        | 'OUTAGE'
      direction: 'HIGH' | 'LOW' | 'NONE'
      metric:
        | 'heartRate'
        | 'systolic'
        | 'diastolic'
        | 'spo2'
        | 'steps'
        | 'sleepDeep'
        | 'sleepLight'
        | 'sleepAwake'
        | 'temperature'
        | 'battery'
        | 'wearing'
        | null
      value: number | null
      usual?: number | null
      byNight?: boolean | null
      late: boolean
      isRehearsal: boolean
      severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
      openedAt: string
      closedAt: string | null
      snoozedUntil: string | null
      alarms: number
      cause: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER' | null
      takenBy: string | null
      takenAt: string | null
      came: { name: string | null; at: string } | null
    }[]
    devices: {
      uuid: string
      kind:
        | 'SOS'
        | 'FALL'
        | 'UNKNOWN_ALARM'
        | 'HEART_RATE'
        | 'BLOOD_PRESSURE'
        | 'SPO2'
        | 'TEMPERATURE'
        | 'DETERIORATION'
        | 'GEOFENCE'
        | 'BATTERY'
        | 'OFF_WRIST'
        | 'OFFLINE'
        | 'INACTIVITY'
        | 'CHECK_IN_MISSED'
        | 'IDENTITY_CONFLICT'
        | 'CHANGED'
        | 'BEACON_NOT_ALLOWED'
        | 'BEACON_OUTSIDE_HOURS'
        | 'BEACON_TOO_LONG'
        | 'MOTION'
        | 'ROOM_TEMPERATURE'
        | 'ROOM_HUMIDITY'
        | 'DOOR_OPENED'
        | 'DOOR_CLOSED'
        | 'DOOR_TAMPERED'
        | 'WATER'
        | 'SMOKE'
        | 'GATEWAY_OFFLINE'
        | 'OUTAGE'
      direction: 'HIGH' | 'LOW' | 'NONE'
      metric:
        | 'heartRate'
        | 'systolic'
        | 'diastolic'
        | 'spo2'
        | 'steps'
        | 'sleepDeep'
        | 'sleepLight'
        | 'sleepAwake'
        | 'temperature'
        | 'battery'
        | 'wearing'
        | null
      value: number | null
      usual?: number | null
      byNight?: boolean | null
      late: boolean
      isRehearsal: boolean
      severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
      openedAt: string
      closedAt: string | null
      snoozedUntil: string | null
    }[]
    tasks: {
      uuid: string
      title: string
      kind:
        | 'SOS'
        | 'FALL'
        | 'UNKNOWN_ALARM'
        | 'HEART_RATE'
        | 'BLOOD_PRESSURE'
        | 'SPO2'
        | 'TEMPERATURE'
        | 'DETERIORATION'
        | 'GEOFENCE'
        | 'BATTERY'
        | 'OFF_WRIST'
        | 'OFFLINE'
        | 'INACTIVITY'
        | 'CHECK_IN_MISSED'
        | 'IDENTITY_CONFLICT'
        | 'CHANGED'
        | 'BEACON_NOT_ALLOWED'
        | 'BEACON_OUTSIDE_HOURS'
        | 'BEACON_TOO_LONG'
        | 'MOTION'
        | 'ROOM_TEMPERATURE'
        | 'ROOM_HUMIDITY'
        | 'DOOR_OPENED'
        | 'DOOR_CLOSED'
        | 'DOOR_TAMPERED'
        | 'WATER'
        | 'SMOKE'
        | 'GATEWAY_OFFLINE'
        | 'OUTAGE'
        | null
      status: 'OPEN' | 'IN_PROGRESS' | 'DONE' | 'DEFERRED'
      dueAt: string
      deferredUntil: string | null
      assignee: string | null
      reason: string | null
    }[]
    notes: { at: string; by: string | null; note: string }[]
  }[]
  others: number
  stays?: {
    wearer: Schemas.WearerSummary
    at: string
    what: 'NEW' | 'BACK' | 'MOVED' | 'LEFT' | 'DECEASED'
  }[]
  places: {
    uuid: string
    kind:
      | 'SOS'
      | 'FALL'
      | 'UNKNOWN_ALARM'
      | 'HEART_RATE'
      | 'BLOOD_PRESSURE'
      | 'SPO2'
      | 'TEMPERATURE'
      | 'DETERIORATION'
      | 'GEOFENCE'
      | 'BATTERY'
      | 'OFF_WRIST'
      | 'OFFLINE'
      | 'INACTIVITY'
      | 'CHECK_IN_MISSED'
      | 'IDENTITY_CONFLICT'
      | 'CHANGED'
      | 'BEACON_NOT_ALLOWED'
      | 'BEACON_OUTSIDE_HOURS'
      | 'BEACON_TOO_LONG'
      | 'MOTION'
      | 'ROOM_TEMPERATURE'
      | 'ROOM_HUMIDITY'
      | 'DOOR_OPENED'
      | 'DOOR_CLOSED'
      | 'DOOR_TAMPERED'
      | 'WATER'
      | 'SMOKE'
      | 'GATEWAY_OFFLINE'
      | 'OUTAGE'
    direction: 'HIGH' | 'LOW' | 'NONE'
    metric:
      | 'heartRate'
      | 'systolic'
      | 'diastolic'
      | 'spo2'
      | 'steps'
      | 'sleepDeep'
      | 'sleepLight'
      | 'sleepAwake'
      | 'temperature'
      | 'battery'
      | 'wearing'
      | null
    value: number | null
    usual?: number | null
    byNight?: boolean | null
    late: boolean
    isRehearsal: boolean
    severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
    openedAt: string
    closedAt: string | null
    snoozedUntil: string | null
    name: string | null
  }[]
  tasks: {
    uuid: string
    title: string
    kind:
      | 'SOS'
      | 'FALL'
      | 'UNKNOWN_ALARM'
      | 'HEART_RATE'
      | 'BLOOD_PRESSURE'
      | 'SPO2'
      | 'TEMPERATURE'
      | 'DETERIORATION'
      | 'GEOFENCE'
      | 'BATTERY'
      | 'OFF_WRIST'
      | 'OFFLINE'
      | 'INACTIVITY'
      | 'CHECK_IN_MISSED'
      | 'IDENTITY_CONFLICT'
      | 'CHANGED'
      | 'BEACON_NOT_ALLOWED'
      | 'BEACON_OUTSIDE_HOURS'
      | 'BEACON_TOO_LONG'
      | 'MOTION'
      | 'ROOM_TEMPERATURE'
      | 'ROOM_HUMIDITY'
      | 'DOOR_OPENED'
      | 'DOOR_CLOSED'
      | 'DOOR_TAMPERED'
      | 'WATER'
      | 'SMOKE'
      | 'GATEWAY_OFFLINE'
      | 'OUTAGE'
      | null
    status: 'OPEN' | 'IN_PROGRESS' | 'DONE' | 'DEFERRED'
    dueAt: string
    deferredUntil: string | null
    assignee: string | null
    reason: string | null
  }[]
  isCut: boolean
}

export type SimulatedWatch = { imei: string; name: string }

export type Stay = {
  beacon: { uuid: string; name: string; macAddress: string }
  device: { uuid: string; name: string } | null
  wearer: Schemas.WearerSummary | null
  room: { uuid: string; name: string } | null
  unknown?: 'GATEWAY_DOWN' | 'UNSURE' | null
  since: string
  until: string | null
  confidence: number
}

export type Stop = {
  from: string
  to: string
  lat: number
  lng: number
  place: { kind: 'HOME' | 'FENCE' | 'STREET'; name: string } | null
}

export type Strength = { score: number; isCommon: boolean; warning?: string }

export type Suggestion = {
  kind: 'wearer' | 'device' | 'person' | 'company' | 'branch'
  uuid: string
  name: string
  detail: string
  deviceUuid?: string | null
  imageUrl?: string | null
}

export type Task = {
  uuid: string
  id: number
  title: string
  deviceUuid: string | null
  deviceIMEI: string | null
  deviceName: string | null
  branchUuid: string | null
  alarmUuid: string | null
  wearerUuid?: string | null
  wearer?: Schemas.WearerSummary | null
  status: 'OPEN' | 'IN_PROGRESS' | 'DONE' | 'DEFERRED'
  monitoringType: 'VITALS' | 'BATTERY' | 'GEOFENCE' | 'SOS' | 'ALARM' | 'TASK'
  alertType:
    | 'SOS'
    | 'FALL'
    | 'UNKNOWN_ALARM'
    | 'HEART_RATE'
    | 'BLOOD_PRESSURE'
    | 'SPO2'
    | 'TEMPERATURE'
    | 'DETERIORATION'
    | 'GEOFENCE'
    | 'BATTERY'
    | 'OFF_WRIST'
    | 'OFFLINE'
    | 'INACTIVITY'
    | 'CHECK_IN_MISSED'
    | 'IDENTITY_CONFLICT'
    | 'CHANGED'
    | 'BEACON_NOT_ALLOWED'
    | 'BEACON_OUTSIDE_HOURS'
    | 'BEACON_TOO_LONG'
    | 'MOTION'
    | 'ROOM_TEMPERATURE'
    | 'ROOM_HUMIDITY'
    | 'DOOR_OPENED'
    | 'DOOR_CLOSED'
    | 'DOOR_TAMPERED'
    | 'WATER'
    | 'SMOKE'
    | 'GATEWAY_OFFLINE'
    | 'OUTAGE'
    | null
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  createdBy: string
  assignedTo: string | null
  assigneeName: string | null
  outcome: string | null
  reason: string | null
  deferredUntil: string | null
  dueAt: string
  createdAt: string
  updatedAt: string
  isUnAssigned: boolean
  isDone: boolean
  isOverdue: boolean
}

export type TaskDetail = {
  uuid: string
  id: number
  title: string
  deviceUuid: string | null
  deviceIMEI: string | null
  deviceName: string | null
  branchUuid: string | null
  alarmUuid: string | null
  wearerUuid?: string | null
  wearer?: Schemas.WearerSummary | null
  status: 'OPEN' | 'IN_PROGRESS' | 'DONE' | 'DEFERRED'
  monitoringType: 'VITALS' | 'BATTERY' | 'GEOFENCE' | 'SOS' | 'ALARM' | 'TASK'
  alertType:
    | 'SOS'
    | 'FALL'
    | 'UNKNOWN_ALARM'
    | 'HEART_RATE'
    | 'BLOOD_PRESSURE'
    | 'SPO2'
    | 'TEMPERATURE'
    | 'DETERIORATION'
    | 'GEOFENCE'
    | 'BATTERY'
    | 'OFF_WRIST'
    | 'OFFLINE'
    | 'INACTIVITY'
    | 'CHECK_IN_MISSED'
    | 'IDENTITY_CONFLICT'
    | 'CHANGED'
    | 'BEACON_NOT_ALLOWED'
    | 'BEACON_OUTSIDE_HOURS'
    | 'BEACON_TOO_LONG'
    | 'MOTION'
    | 'ROOM_TEMPERATURE'
    | 'ROOM_HUMIDITY'
    | 'DOOR_OPENED'
    | 'DOOR_CLOSED'
    | 'DOOR_TAMPERED'
    | 'WATER'
    | 'SMOKE'
    | 'GATEWAY_OFFLINE'
    | 'OUTAGE'
    | null
  severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  createdBy: string
  assignedTo: string | null
  assigneeName: string | null
  outcome: string | null
  reason: string | null
  deferredUntil: string | null
  dueAt: string
  createdAt: string
  updatedAt: string
  isUnAssigned: boolean
  isDone: boolean
  isOverdue: boolean
  history: Schemas.TaskStep[]
}

export type TaskStep = { at: string; user: string | null; change: { [key: string]: string | null } }

export type Trace = {
  uuid: string
  at: string
  user: { uuid: string; name: string } | null
  action:
    | 'viewed'
    | 'located'
    | 'profileViewed'
    | 'exported'
    | 'created'
    | 'updated'
    | 'deleted'
    | 'statusChanged'
    | 'erased'
    | 'signedIn'
    | 'signInFailed'
    | 'signedOut'
    | 'ended'
    | 'passwordChanged'
    | 'passwordSet'
    | 'recoveryAsked'
    | 'twoStepChanged'
    | 'ownerChanged'
    | 'ownerDeleted'
    | 'assigned'
    | 'takenBack'
    | 'supervisorChanged'
    | 'configured'
    | 'commanded'
    | 'credentialsRotated'
    | 'identityChanged'
    | 'reset'
    | 'submitted'
    | 'approved'
    | 'rejected'
    | 'linkSent'
    | 'acknowledged'
    | 'undone'
    | 'snoozed'
    | 'atBedside'
    | 'closed'
    | 'commented'
    | 'cancelled'
  entity:
    | 'session'
    | 'user'
    | 'device'
    | 'relative'
    | 'wearer'
    | 'fence'
    | 'company'
    | 'branch'
    | 'onboarding'
    | 'invitation'
    | 'notification'
    | 'alarm'
    | 'task'
    | 'bookmark'
    | 'gateway'
    | 'beacon'
    | 'room'
    | 'upload'
    | 'export'
    | 'product'
    | 'article'
    | 'apiKey'
    | 'webhook'
    | 'personalLink'
  entityUuid: string | null
  about: { name: string; mayOpen: boolean } | null
  address: string | null
  detail: { [key: string]: unknown } | null
}

export type TriedLimits = {
  from: string
  to: string
  limits: Schemas.Bounds
  total: number
  markedFalse: number
  alarms: {
    openedAt: string
    clearedAt: string | null
    severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
    direction: 'HIGH' | 'LOW'
    value: number
  }[]
  presentTotal: number
  readings: number
  isCut: boolean
  points: { time: string; value: number }[]
}

export type TriedLimitsOfHouse = {
  from: string
  to: string
  limits: Schemas.Bounds
  people: number
  tried: number
  known: number
  total: number
  peopleWithAlarms: number
  markedFalse: number
  presentTotal: number
}

export type UnknownBeacon = {
  macAddress: string
  ibeacon: string | null
  name: string | null
  seems: 'TAG' | 'DOOR' | 'CLIMATE' | 'WATER' | 'SMOKE' | 'MOTION' | 'BUTTON' | null
  model: string | null
  battery: number | null
  rssi: number
  firstSeenAt: string
  lastSeenAt: string
  heardBy: {
    uuid: string
    name: string
    macAddress: string
    branch: { uuid: string; name: string } | null
    room: { uuid: string; name: string } | null
    rssi: number
  }[]
}

export type UnreadGroup = {
  model: string
  isGateway: boolean
  format: string | null
  opcode: string | null
  reason:
    | 'topic'
    | 'json'
    | 'shape'
    | 'tooMany'
    | 'range'
    | 'type'
    | 'unknownField'
    | 'unknownEvent'
    | 'unknownMessage'
    | 'database'
    | 'format'
  code: string | null
  id: number
  messages: number
  devices: number
  firstAt: string
  lastAt: string
}

export type UnreadMessage = {
  id: number
  receivedAt: string
  device: { uuid: string; name: string } | null
  gateway: { uuid: string; name: string } | null
  hex: string
  text: string | null
  size: number
}

export type Upload = {
  uuid: string
  location: string
  fileName: string
  mediaType: 'image/jpeg' | 'image/png' | 'application/pdf' | 'application/msword'
  bytes: number
}

export type User = {
  uuid: string
  firstName: string
  lastName: string
  userName: string
  email: string | null
  role:
    | 'ADMIN'
    | 'MANAGER'
    | 'SUPERVISOR'
    | 'OWNER'
    | 'RELATIVE'
    | 'USER'
    | 'MONITOR'
    | 'BRANCH_MONITOR'
    | 'COMPANY_MONITOR'
  userType: 'WATCH' | 'GATEWAY'
  contactNumber: string | null
  countryCode: string | null
  imageUrl: string | null
  selectedLanguage: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
  timeZone: string
  isActive: boolean
  supervisor: { uuid: string; name: string } | null
  company: { uuid: string; name: string } | null
  branch: { uuid: string; name: string } | null
  createdAt: string
  updatedAt: string
}

export type UserDetail = {
  uuid: string
  firstName: string
  lastName: string
  userName: string
  email: string | null
  role:
    | 'ADMIN'
    | 'MANAGER'
    | 'SUPERVISOR'
    | 'OWNER'
    | 'RELATIVE'
    | 'USER'
    | 'MONITOR'
    | 'BRANCH_MONITOR'
    | 'COMPANY_MONITOR'
  userType: 'WATCH' | 'GATEWAY'
  contactNumber: string | null
  countryCode: string | null
  imageUrl: string | null
  selectedLanguage: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
  timeZone: string
  isActive: boolean
  supervisor: { uuid: string; name: string } | null
  company: { uuid: string; name: string } | null
  branch: { uuid: string; name: string } | null
  createdAt: string
  updatedAt: string
  height: number | null
  weight: number | null
  gender: 'male' | 'female' | 'other' | null
  smoking: 0 | 1 | null
  dob: string | null
  address: string | null
  mustChangePassword: boolean
  hasTwoStep: boolean
  hasCodes: boolean
  telegram: { userName: string | null; status: 'NONE' | 'PENDING' | 'REGISTERED' | 'BLOCKED' }
  sms: { sendSms: boolean; hasNumber: boolean }
  quietFrom: string
  quietTo: string
  ownedDevices: { uuid: string; name: string; imei: string }[]
  relatedDevices: { uuid: string; name: string; imei: string }[]
}

export type UsualDay = {
  from: string
  to: string
  metrics: {
    [key: string]: {
      day: { samples: number; p5: number; p25: number; median: number; p75: number; p95: number } | null
      night: { samples: number; p5: number; p25: number; median: number; p75: number; p95: number } | null
    }
  }
}

export type Viewing = {
  at: string
  user: {
    uuid: string
    name: string
    role:
      | 'ADMIN'
      | 'MANAGER'
      | 'SUPERVISOR'
      | 'OWNER'
      | 'RELATIVE'
      | 'USER'
      | 'MONITOR'
      | 'BRANCH_MONITOR'
      | 'COMPANY_MONITOR'
  } | null
  action: 'viewed' | 'located' | 'profileViewed' | 'exported'
}

export type VitalOverview = {
  metric:
    | 'heartRate'
    | 'systolic'
    | 'diastolic'
    | 'spo2'
    | 'steps'
    | 'sleepDeep'
    | 'sleepLight'
    | 'sleepAwake'
    | 'temperature'
    | 'battery'
    | 'wearing'
  latest: { time: string; value: number } | null
  isWorthless?: boolean
  maxToday: number | null
  maxWeek: number | null
  minWeek: number | null
  minToday?: number | null
  lastDay: { time: string; value: number }[]
  limits: Schemas.Bounds
}

export type Walk = {
  uuid: string
  room: { uuid: string; name: string }
  beacon: { uuid: string; name: string }
  startedAt: string
  seconds: number
  silentSeconds: number | null
  received: {
    gateway: { uuid: string; name: string }
    room: { uuid: string; name: string }
    readings: number
    rssi: number | null
    isDown: boolean
  }[]
}

export type WardPerson = {
  wearer: Schemas.WearerSummary
  branch: { uuid: string; name: string } | null
  ownRoom?: { uuid: string; name: string } | null
  awayReason: string | null
  awayUntil: string | null
  devices: {
    uuid: string
    name: string
    battery: number | null
    lastSeenAt: string | null
    expectedIntervalMs: number
    freshness: 'FRESH' | 'DELAYED' | 'STALE' | 'OFFLINE'
    offSince: string | null
  }[]
  latest: {
    heartRate: { time: string; value: number } | null
    spo2: { time: string; value: number } | null
    systolic: { time: string; value: number } | null
    diastolic: { time: string; value: number } | null
    temperature: { time: string; value: number } | null
  }
  pulse: [number, number][]
  where:
    | { by: 'tag'; room: { uuid: string; name: string }; at: string }
    | { by: 'position'; place: 'home' | 'away'; at: string }
    | null
  alarms: Schemas.Notification[]
}

export type Wearer = {
  uuid: string
  firstName: string
  lastName: string
  imageUrl: string | null
  dob: string | null
  sex: 'male' | 'female' | 'other' | null
  language: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr' | null
  status: 'ACTIVE' | 'AWAY' | 'LEFT' | 'DECEASED'
  awayReason: string | null
  awayUntil: string | null
  company: { uuid: string; name: string } | null
  branch: { uuid: string; name: string } | null
  room: { uuid: string; name: string } | null
  bed: string | null
  devices: { uuid: string; imei: string; name: string; since: string; until: string | null }[]
  toCheck: boolean
  createdAt: string
  updatedAt: string
}

export type WearerSummary = {
  uuid: string
  name: string
  room: string | null
  bed: string | null
  imageUrl: string | null
  status: 'ACTIVE' | 'AWAY' | 'LEFT' | 'DECEASED'
  bedsideThen?: { room: string | null; bed: string | null } | null
}

export type Webhook = {
  uuid: string
  url: string
  topics: ('alarms' | 'assignments' | 'tasks' | 'readings')[]
  isSubscription: boolean
  company: { uuid: string; name: string }
  apiKey: { uuid: string; name: string }
  createdAt: string
  createdBy: { uuid: string; name: string } | null
  pause: 'byPerson' | 'failing' | 'gone' | 'keyEnded' | null
  pausedAt: string | null
  lastSentAt: string | null
  failures: number
  waiting: number
  waitingSince: string | null
  failed: number
  formerUntil: string | null
}

export type WebhookDelivery = {
  uuid: string
  type: string
  subjectUuid: string | null
  createdAt: string
  state: 'QUEUED' | 'SENT' | 'FAILED' | 'SKIPPED'
  nextAt: string | null
  settledAt: string | null
  tries: Schemas.WebhookTry[]
}

export type WebhookTry = {
  at: string
  status: number | null
  durationMs: number
  fault:
    | 'timeout'
    | 'unreachable'
    | 'certificate'
    | 'notFound'
    | 'notAllowed'
    | 'redirected'
    | 'refused'
    | 'notMade'
    | null
}

export type WornSpan = { assignmentUuid: string; from: string; to: string | null }

export type WorthlessSpan = { from: string; to: string }
