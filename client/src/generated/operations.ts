// Made by `npx --yes pnpm@12 client:generate` of the OpenAPI document.
import type * as Schemas from './schemas.ts'

type Nothing = Record<never, never>

export type Operations = {
  /**
   * Say yes: what was asked is done now, or nothing of it
   *
   * For whoever is signed in. No API key may. At most 30 calls in 1 min by one person.
   */
  acceptInvitation: {
    input: { body: { uuid: string } }
    reply: { invitation: Schemas.Invitation; accountUuid: string }
    reason:
      | 'accountThere'
      | 'alreadyRelative'
      | 'conflict'
      | 'deviceWorn'
      | 'emailTaken'
      | 'invitationAnswered'
      | 'invitationLapsed'
      | 'invitationMoved'
      | 'invitationNoRight'
      | 'invitationPersonGone'
      | 'invitationRole'
      | 'invitationWithdrawn'
      | 'userNameTaken'
  }
  /**
   * Say that you are on it; where somebody was first, the answer says who
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  acknowledgeAlarm: { input: { params: { uuid: string } }; reply: { alarm: Schemas.Alarm }; reason: never }
  /**
   * Acknowledge every open notification of a device, or of all with `all`; with `uuids`, only those
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  acknowledgeNotifications: {
    input: { params: { imei: string | 'all' }; body: { uuids?: string[] } }
    reply: { notifications: Schemas.Notification[]; unacknowledged: number }
    reason: never
  }
  /**
   * When this sign-in ends; `acted`: somebody touched the screen, so that it goes on. Without that it ends after the minutes of its role
   *
   * For whoever is signed in. No API key may. Also for whoever must choose a new password first. Also for whoever must set up a second step of signing in first.
   */
  act: {
    input: { body: { acted: boolean } }
    reply: { idleSeconds: number; lastSeconds: number }
    reason: never
  }
  /**
   * Note something at a moment of a graph: one of the company’s words, or your own
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  addBookmark: {
    input: {
      body: {
        deviceIMEI: string
        time: string
        metric?:
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
        label: string
      }
    }
    reply: { bookmark: Schemas.Bookmark }
    reason: never
  }
  /**
   * The same; or somebody by uuid, user name or e-mail address: of your own house at once, else invited
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may. At most 30 calls in 1 min by one person.
   */
  addRelative: {
    input: {
      body: {
        deviceUUID: string
        relative?: string
        name?: string
        relation?:
          | 'son'
          | 'daughter'
          | 'husband'
          | 'wife'
          | 'father'
          | 'mother'
          | 'brother'
          | 'sister'
          | 'son-in-law'
          | 'daughter-in-law'
        email?: string
        phonebookId?: number
        phone?: string | null
        smsAlerts?: boolean
        createUserInPortal?: boolean
        sosPriority?: 'HIGH' | 'MEDIUM' | 'LOW'
        maySeeLocation?: boolean
        maySeePast?: boolean
      }
    }
    reply: { relative: Schemas.Relative; account: null; invitation: Schemas.MadeInvitation | null }
    reason: 'alreadyRelative' | 'phonebookFull'
  }
  /**
   * One alarm with everything that happened to it, and who was told of it
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. An API key may with the scope `alarms:read`.
   */
  alarmDetail: { input: { params: { uuid: string } }; reply: { alarm: Schemas.AlarmDetail }; reason: never }
  /**
   * The alarms that one of these figures counts, the slowest first, each with its seconds and who it was
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `alarms:read`. At most 60 calls in 1 min by one person.
   */
  alarmFigureCases: {
    input: {
      query?: {
        page?: number
        size?: number
        figure?:
          | 'every'
          | 'alarms'
          | 'notified'
          | 'seen'
          | 'bedside'
          | 'acknowledged'
          | 'inTime'
          | 'notInTime'
          | 'resolved'
          | 'falseAlarms'
        from?: string
        to?: string
        branch?: string | 'none'
        shift?: 'DAY' | 'EVENING' | 'NIGHT'
        device?: string
        wearer?: string | 'none'
        kind?:
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
        direction?: 'HIGH' | 'LOW' | 'NONE'
      }
    }
    reply: { from: string; to: string; cases: Schemas.FigureCase[]; total: number }
    reason: never
  }
  /**
   * How fast alarms are answered, how many were none, and which watches ring most: at most 92 days, the last 28 where you say nothing
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `alarms:read`. At most 60 calls in 1 min by one person.
   */
  alarmFigures: {
    input: { query?: { from?: string; to?: string; branch?: string } }
    reply: {
      from: string
      to: string
      devices: number
      alarms: number
      perDeviceDay: number | null
      overall: Schemas.Answering
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
        branch: { uuid: string; name: string } | null
        shift: 'DAY' | 'EVENING' | 'NIGHT'
      }[]
      days: { day: string; alarms: number; falseAlarms: number }[]
      loudest: Schemas.LoudDevice[]
    }
    reason: never
  }
  /**
   * The alarms in your scope, or of one device or person, in the order they opened
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. An API key may with the scope `alarms:read`. At most 60 calls in 10 min by one person.
   */
  alarmsCsv: {
    input: { query?: { imei?: string; wearerUUID?: string; from?: string; to?: string } }
    reply: Response
    reason: never
  }
  /**
   * The alarms in your scope, or of one device or person, in the order they opened
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. An API key may with the scope `alarms:read`. At most 60 calls in 10 min by one person.
   */
  alarmsJson: {
    input: { query?: { imei?: string; wearerUUID?: string; from?: string; to?: string } }
    reply: Response
    reason: never
  }
  /**
   * Alarms of rooms and gateways since a moment, at most 3 days ago, newest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `alarms:read`.
   */
  alertLogs: {
    input: {
      params: { since: string }
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        branchUuid?: string
        roomUuid?: string
      }
    }
    reply: { alertLogs: Schemas.AlertLog[]; total: number }
    reason: never
  }
  /**
   * Alarms in your scope: open ones in the order of triage, then past ones, newest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. An API key may with the scope `alarms:read`.
   */
  allAlarms: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        device?: string
        wearer?: string
        kind?:
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
        severity?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
        open?: string
        from?: string
        to?: string
      }
    }
    reply: { alarms: Schemas.Alarm[]; total: number }
    reason: never
  }
  /**
   * The API keys of your company that are not revoked; an administrator may say of which company
   *
   * For ADMIN, MANAGER. No API key may.
   */
  allApiKeys: {
    input: { query?: { page?: number; size?: number; companyUuid?: string } }
    reply: { apiKeys: Schemas.ApiKey[]; total: number }
    reason: never
  }
  /**
   * What there is to read: in the language of the request where it was translated, else in English
   *
   * For everybody: nobody need be signed in.
   */
  allArticles: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        type?: 'yoga' | 'gym' | 'general'
      }
    }
    reply: { articles: Schemas.Article[]; total: number }
    reason: never
  }
  /**
   * Every branch in your scope
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `company:read`.
   */
  allBranches: {
    input: { query?: { page?: number; size?: number; search?: string; sort?: string; companyUuid?: string } }
    reply: { branches: Schemas.Branch[]; total: number }
    reason: never
  }
  /**
   * Every company in your scope
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `company:read`.
   */
  allCompanies: {
    input: { query?: { page?: number; size?: number; search?: string; sort?: string } }
    reply: { companies: Schemas.Company[]; total: number }
    reason: never
  }
  /**
   * Every device in your scope
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:read`.
   */
  allDevices: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        filterKey?: 'all' | 'isSold' | 'isNotSold' | 'active' | 'inactive' | 'online' | 'offline'
        company?: string
        branch?: string
        deviceModel?: string
        firmware?: string
        silence?: string
        battery?: string
        settings?: string
        messages?: string
      }
    }
    reply: { devices: Schemas.Device[]; total: number }
    reason: never
  }
  /**
   * Gateways and beacons in your scope: each list is searched, sorted and paged by itself
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `rooms:read`.
   */
  allEntities: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        entityType?: 'GATEWAY' | 'BEACON'
        branchUuid?: string
        roomUuid?: string
      }
    }
    reply: {
      gateways: Schemas.Gateway[]
      beacons: Schemas.Beacon[]
      total: number
      totals: { gateways: number; beacons: number }
    }
    reason: never
  }
  /**
   * What your beacons did last since a moment, at most 3 days ago
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`.
   */
  allInteractions: {
    input: { params: { since: string } }
    reply: {
      alertInteraction: { [key: string]: Schemas.AlertInteraction }
      latestInteraction: { [key: string]: Schemas.LatestInteraction }
      temperatureMap: { [key: string]: Schemas.MeasuredInteraction }
      humidityMap: { [key: string]: Schemas.MeasuredInteraction }
    }
    reason: never
  }
  /**
   * The models of devices and gateways, what each reports and what it can be told
   *
   * For whoever is signed in. An API key may with the scope `devices:read`.
   */
  allModels: {
    input: {
      query?: { page?: number; size?: number; search?: string; sort?: string; kind?: 'DEVICE' | 'GATEWAY' }
    }
    reply: {
      models: {
        uuid: string
        name: string
        format: string
        kind: 'WATCH' | 'PENDANT' | 'PHONE' | 'GATEWAY'
        transport: 'MQTT' | 'TCP'
        reports: (
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
        locates: boolean
        events: (
          | 'SOS'
          | 'FALL'
          | 'FALL_CANCELLED'
          | 'UNKNOWN_ALARM'
          | 'CHECK_IN'
          | 'OFF_WRIST'
          | 'ON_WRIST'
          | 'LOW_BATTERY'
          | 'CHARGING'
          | 'POWER_OFF'
        )[]
        commands: ('FIND' | 'MEASURE' | 'LOCATE' | 'PANIC_ON' | 'PANIC_OFF' | 'RESET')[]
        settings: (
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
        config: ('scanIntervalSeconds' | 'rssiFilterDbm' | 'reportIntervalSeconds')[]
        confirms: boolean
      }[]
      total: number
    }
    reason: never
  }
  /**
   * Every notification in your scope, however old, a page at a time, in the order of triage
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `alarms:read`.
   */
  allNotifications: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        imei?: string
        type?: 'ALARM' | 'NOTIFICATION'
        kind?:
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
        severity?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
        acknowledged?: string
      }
    }
    reply: { notifications: Schemas.Notification[]; total: number; unacknowledged: number }
    reason: never
  }
  /**
   * The onboarding requests of the devices in your scope, newest first
   *
   * For ADMIN, MANAGER, SUPERVISOR. No API key may.
   */
  allOnboarding: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        status?: 'SUBMITTED' | 'APPROVED' | 'REJECTED'
      }
    }
    reply: { requests: Schemas.OnboardingRequest[]; total: number }
    reason: never
  }
  /**
   * The catalogue, as anyone may read it
   *
   * For everybody: nobody need be signed in.
   */
  allProducts: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        type?: 'fitness' | 'monitoring'
      }
    }
    reply: { products: Schemas.Product[]; total: number }
    reason: never
  }
  /**
   * The relatives of a device
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. An API key may with the scope `people:read`.
   */
  allRelations: {
    input: {
      params: { deviceUuid: string }
      query?: { page?: number; size?: number; search?: string; sort?: string }
    }
    reply: { relatives: Schemas.Relative[]; total: number }
    reason: never
  }
  /**
   * Every room in your scope
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `rooms:read`.
   */
  allRooms: {
    input: { query?: { page?: number; size?: number; search?: string; sort?: string; branchUuid?: string } }
    reply: { rooms: Schemas.Room[]; total: number }
    reason: never
  }
  /**
   * Tasks in your scope created since a moment (0: all): open ones in the order of triage, then done ones, newest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `tasks:read`.
   */
  allTasks: {
    input: {
      params: { time: string }
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        status?: 'OPEN' | 'IN_PROGRESS' | 'DONE' | 'DEFERRED'
        alertType?:
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
        alertGroup?: 'SOS_AND_ALARMS' | 'VITALS' | 'GEOFENCE'
        monitoringType?: 'VITALS' | 'BATTERY' | 'GEOFENCE' | 'SOS' | 'ALARM' | 'TASK'
        assignedTo?: string
        unassigned?: string
        wearer?: string
        open?: string
        createdBefore?: string
      }
    }
    reply: { tasks: Schemas.Task[]; total: number }
    reason: never
  }
  /**
   * The people under care in your scope, with a watch or without
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `people:read`.
   */
  allWearers: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        status?: 'ACTIVE' | 'AWAY' | 'LEFT' | 'DECEASED'
        branchUuid?: string
        wearing?: string
        toCheck?: string
      }
    }
    reply: { wearers: Schemas.Wearer[]; total: number }
    reason: never
  }
  /**
   * The webhooks of your company; an administrator may say of which company
   *
   * For ADMIN, MANAGER. No API key may.
   */
  allWebhooks: {
    input: { query?: { page?: number; size?: number; companyUuid?: string } }
    reply: { webhooks: Schemas.Webhook[]; total: number }
    reason: never
  }
  /**
   * Set the device up for who will wear it, and invite its owner and the relatives who want an account
   *
   * For ADMIN, MANAGER, SUPERVISOR. No API key may.
   */
  approveOnboarding: {
    input: { params: { uuid: string } }
    reply: {
      request: Schemas.OnboardingRequest
      owner: { uuid: string | null; name: string }
      invitations: { uuid: string; isMailed: boolean; link: string | null; email: string }[]
    }
    reason: 'alreadyDecided' | 'alreadyRelative' | 'conflict' | 'deviceOwned' | 'deviceWorn' | 'phonebookFull'
  }
  /**
   * One article with its text, in the language of the request where it was translated
   *
   * For everybody: nobody need be signed in.
   */
  articleDetails: {
    input: { params: { uuid: string } }
    reply: {
      article: {
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
        body: string
      }
    }
    reason: never
  }
  /**
   * One article as it was written, published or not
   *
   * For ADMIN. No API key may.
   */
  articleToEdit: {
    input: { params: { uuid: string } }
    reply: {
      article: {
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
        body: string
      }
    }
    reason: never
  }
  /**
   * What a machine is asked to sign, to sign in by a passkey without a password: once, within five minutes
   *
   * For everybody: nobody need be signed in. At most 100 calls in 10 min from one address.
   */
  askForPasskey: {
    input: Nothing
    reply: { challenge: string; rpId: string; allow: { id: string; transports: string[] }[] }
    reason: 'passkeysOff'
  }
  /**
   * They wear this device: from now on, or from and until when is said; one that another wears is handed over, and cleared of what was theirs. Dated back only where nothing was evaluated for who wore it since; in the future it is planned, and comes by itself. What is refused for its time says the earliest or latest that could be
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  assignDevice: {
    input: {
      body: { wearerUUID: string; deviceUUID: string; handOverFrom?: string; from?: string; until?: string }
    }
    reply: { wearer: Schemas.Wearer }
    reason: 'conflict' | 'deviceOwned' | 'deviceWorn'
  }
  /**
   * Say that you are with the person; it takes the alarm too, where nobody has
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  atBedside: { input: { params: { uuid: string } }; reply: { alarm: Schemas.Alarm }; reason: 'alarmClosed' }
  /**
   * Who did what to which row from where, newest first
   *
   * For ADMIN, MANAGER. No API key may.
   */
  auditTrail: {
    input: {
      query?: {
        page?: number
        size?: number
        userUuid?: string
        entity?:
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
        entityUuid?: string
        action?:
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
        kind?: 'done' | 'looked'
        from?: string
        to?: string
      }
    }
    reply: { traces: Schemas.Trace[]; total: number }
    reason: never
  }
  /**
   * What a machine needs to make a passkey, good for five minutes; the password is asked for
   *
   * For whoever is signed in. No API key may. Also for whoever must set up a second step of signing in first.
   */
  beginPasskey: {
    input: { body: { password: string } }
    reply: {
      challenge: string
      rpId: string
      userHandle: string
      exclude: { id: string; transports: string[] }[]
    }
    reason: 'passkeysMany' | 'passkeysOff'
  }
  /**
   * A new secret for an authenticator app, answered this once; a code confirms it
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may. Also for whoever must set up a second step of signing in first.
   */
  beginTotp: { input: Nothing; reply: { secret: string; uri: string }; reason: 'twoStepOn' }
  /**
   * What was noted of a device since a moment, oldest first, and the words its company offers
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `readings:read`.
   */
  bookmarksSince: {
    input: { params: { imei: string; time: string }; query?: { to?: string } }
    reply: { bookmarks: Schemas.Bookmark[]; choices: string[] }
    reason: never
  }
  /**
   * One branch with its nurses, its rooms and how much stands in it
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `company:read`.
   */
  branchDetails: {
    input: { params: { uuid: string } }
    reply: {
      branch: Schemas.Branch
      limits: { [key: string]: { criticalLow?: number; low?: number; high?: number; criticalHigh?: number } }
      routine?: Schemas.HouseRoutine
      companyRoutine?: Schemas.HouseRoutine
      rooms: { uuid: string; name: string; status: string | null }[]
      counts: { people: number; devices: number; gateways: number; waiting: number }
    }
    reason: never
  }
  /**
   * Say that a branch is in use, or no longer
   *
   * For ADMIN, MANAGER. No API key may.
   */
  branchStatusChange: {
    input: { body: { uuid: string; isActive: boolean } }
    reply: { branch: Schemas.Branch }
    reason: 'conflict'
  }
  /**
   * Which rooms of a branch somebody walked through with a tag, and how often that places people right
   *
   * For ADMIN, MANAGER. No API key may.
   */
  calibration: { input: { params: { uuid: string } }; reply: Schemas.Calibration; reason: never }
  /**
   * Within 30 seconds of a fall: it was none
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  cancelAlarm: {
    input: { params: { uuid: string } }
    reply: { alarm: Schemas.Alarm }
    reason: 'alarmClosed' | 'cancelOnlyFall' | 'cancelTooLate'
  }
  /**
   * Give up what is planned of an assignment: it does not begin, and who was to hand the device over goes on to wear it; or where it has begun, it does not end as was planned
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  cancelPlan: {
    input: { body: { assignmentUUID: string } }
    reply: { wearer: Schemas.Wearer }
    reason: 'conflict' | 'deviceWorn' | 'notPlanned' | 'planFollowed'
  }
  /**
   * The picture of a published product or article
   *
   * For everybody: nobody need be signed in.
   */
  cataloguePicture: { input: { params: { uuid: string } }; reply: Response; reason: never }
  /**
   * Have your letters in another mailbox, or show that yours is yours: a link goes there, and the answer does not tell whether the address has an account. Where no mail is sent, at once
   *
   * For whoever is signed in. No API key may. At most 5 calls in 60 min by one person.
   */
  changeEmail: {
    input: { body: { email: string; password: string } }
    reply: { email: string; isMailed: boolean }
    reason: 'accountThere' | 'emailTaken' | 'userNameTaken'
  }
  /**
   * Have the figures of the alarms of your scope sent to yourself by mail: of each week on Monday, of each month on its first day, or no longer
   *
   * For ADMIN, MANAGER. No API key may.
   */
  changeFigureMail: {
    input: { body: { every: 'WEEK' | 'MONTH' | null } }
    reply: { every: 'WEEK' | 'MONTH' | null; nextAt: string | null; isMailed: boolean }
    reason: 'noMail'
  }
  /**
   * Keep the language the person chose
   *
   * For whoever is signed in. No API key may. Also for whoever must choose a new password first. Also for whoever must set up a second step of signing in first.
   */
  changeLanguage: {
    input: { body: { selectedLanguage: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr' } }
    reply: { selectedLanguage: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr' }
    reason: never
  }
  /**
   * Say that a network is the device’s own, or that it is not
   *
   * For ADMIN, MANAGER. No API key may.
   */
  changeNetwork: {
    input: { params: { uuid: string }; body: { network: string; isKnown: boolean } }
    reply: { identity: Schemas.DeviceIdentity }
    reason: never
  }
  /**
   * Give a device to an owner, by uuid, user name or e-mail address: one of the same house at once, else they are invited
   *
   * For ADMIN, MANAGER. No API key may. At most 60 calls in 1 min by one person.
   */
  changeOwner: {
    input: { body: { deviceUUID: string; owner: string } }
    reply: { device: Schemas.Device; invitation: Schemas.MadeInvitation | null }
    reason: 'conflict' | 'deviceWorn'
  }
  /**
   * Choose a new password; every other sign-in of yours ends
   *
   * For whoever is signed in. No API key may. Also for whoever must choose a new password first. Also for whoever must set up a second step of signing in first.
   */
  changePassword: {
    input: { body: { oldPassword: string; newPassword: string } }
    reply: { strength: Schemas.Strength }
    reason: 'conflict'
  }
  /**
   * Give an account of yours that nobody used yet a password, or have one made; they must choose their own within a day. Afterwards it is theirs: send a recovery link
   *
   * For ADMIN, MANAGER. No API key may.
   */
  changePasswordByAdmin: {
    input: { body: { userUuid: string; newPassword?: string } }
    reply: { password: string | null; isMailed: boolean; strength: Schemas.Strength }
    reason: 'conflict' | 'passwordTheirs' | 'yourself'
  }
  /**
   * Choose a new password by the link of the mail: once, within half an hour
   *
   * For everybody: nobody need be signed in. At most 30 calls in 10 min from one address.
   */
  changePasswordFromLink: {
    input: { body: { token: string; newPassword: string } }
    reply: { strength: Schemas.Strength }
    reason: 'conflict'
  }
  /**
   * Say who looks after a person; `null`: nobody
   *
   * For ADMIN, MANAGER. No API key may.
   */
  changeSupervisor: {
    input: { body: { userUuid: string; supervisorUuid: string | null } }
    reply: { user: Schemas.UserDetail }
    reason: 'conflict'
  }
  /**
   * You are well: whoever is under care says so themselves, by the account that is theirs
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER, RELATIVE, USER, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  checkIn: {
    input: Nothing
    reply: { checkIn: { by: string; checkedInAt: string | null } | null }
    reason: never
  }
  /**
   * Whether a file, a pack or the sheet of a shift that somebody holds is one that was issued, by the number and, where it is given, the hash that are printed on it; and what it holds, for whoever may read it
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. No API key may. At most 60 calls in 10 min by one person.
   */
  checkIncidentFile: {
    input: { body: { number: string; hash?: string } }
    reply: {
      finding: 'UNCHANGED' | 'NOT_AS_ISSUED' | 'REDACTED'
      issued: Schemas.IssuedFile
      incidentUuid: string | null
      zone: string
      file: Schemas.IncidentFile | null
      pack?: Schemas.MonthlyPack | null
      sheet?: Schemas.ShiftSheet | null
    }
    reason: never
  }
  /**
   * Say which model of its make a device is, or leave it to be guessed (null)
   *
   * For ADMIN, MANAGER. An API key may with the scope `devices:write`.
   */
  chooseProfile: {
    input: {
      params: { uuid: string }
      body: {
        profile:
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
          | null
      }
    }
    reply: { profile: Schemas.ModelProfile }
    reason: 'conflict'
  }
  /**
   * Show that an invitation reached you: by the token of its link, signed in with the address it went to
   *
   * For whoever is signed in. No API key may. At most 20 calls in 10 min by one person.
   */
  claimInvitation: {
    input: { body: { token: string } }
    reply: { invitation: Schemas.Invitation }
    reason: 'invitationAnswered' | 'invitationLapsed' | 'invitationWithdrawn'
  }
  /**
   * Register more devices like one: all of them or, where an IMEI is taken, none. Credentials are answered this once
   *
   * For ADMIN, MANAGER. No API key may.
   */
  cloneDevices: {
    input: {
      body: { uuid: string; devices: { imei: string; imsi: string; name: string; mobileNumber?: string }[] }
    }
    reply: { devices: { device: Schemas.Device; credentials: Schemas.Credentials }[] }
    reason: 'deviceWorn'
  }
  /**
   * End an alarm and its task; an SOS, a fall or a tampered door only with what it was
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  closeAlarm: {
    input: {
      params: { uuid: string }
      body: { cause?: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER'; note?: string }
    }
    reply: { alarm: Schemas.Alarm }
    reason: 'alarmClosed' | 'causeRequired'
  }
  /**
   * End it, every alarm of it and their tasks, or with `alarms` only those that you were shown; one with an SOS or a fall only with what it was
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  closeIncident: {
    input: {
      params: { uuid: string }
      body: {
        cause?: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER'
        note?: string
        alarms?: string[]
      }
    }
    reply: { notifications: Schemas.Notification[]; changed?: string[] }
    reason: 'alarmClosed' | 'causeRequired'
  }
  /**
   * Write something down in the history of an alarm
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `alarms:comment`.
   */
  commentAlarm: {
    input: { params: { uuid: string }; body: { note: string } }
    reply: { alarm: Schemas.Alarm }
    reason: never
  }
  /**
   * One company with its limits and how much belongs to it
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `company:read`.
   */
  companyDetails: {
    input: { params: { uuid: string } }
    reply: {
      company: {
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
        limits: {
          [key: string]: { criticalLow?: number; low?: number; high?: number; criticalHigh?: number }
        }
        routine?: Schemas.HouseRoutine
      }
      counts: { branches: number; people: number; devices: number }
    }
    reason: never
  }
  /**
   * Say that a company is a customer, or no longer: then nobody of it is let in, and its devices are heard for its days of grace
   *
   * For ADMIN. No API key may.
   */
  companyStatusChange: {
    input: { body: { uuid: string; isActive: boolean } }
    reply: {
      company: {
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
        limits: {
          [key: string]: { criticalLow?: number; low?: number; high?: number; criticalHigh?: number }
        }
        routine?: Schemas.HouseRoutine
      }
    }
    reason: 'conflict'
  }
  /**
   * Change the settings of a watch: those named; the others stay. They are sent as soon as it listens
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. An API key may with the scope `devices:write`.
   */
  configureDevice: {
    input: {
      body: {
        operationMode?: 'NORMAL' | 'POWER_SAVING' | 'EMERGENCY' | 'CUSTOM'
        locationIntervalMinutes?: number | null
        gpsEnabled?: boolean
        sosContacts?: { name: string; number: string }[]
        phonebook?: { name: string; number: string }[]
        whitelistEnabled?: boolean
        autoAnswer?: boolean
        heartRateCriticalLow?: number | null
        heartRateLow?: number | null
        heartRateHigh?: number | null
        heartRateCriticalHigh?: number | null
        systolicCriticalLow?: number | null
        systolicLow?: number | null
        systolicHigh?: number | null
        systolicCriticalHigh?: number | null
        diastolicCriticalLow?: number | null
        diastolicLow?: number | null
        diastolicHigh?: number | null
        diastolicCriticalHigh?: number | null
        spo2CriticalLow?: number | null
        spo2Low?: number | null
        temperatureCriticalLow?: number | null
        temperatureLow?: number | null
        temperatureHigh?: number | null
        temperatureCriticalHigh?: number | null
        stepsTarget?: number | null
        calibrationSystolic?: number | null
        calibrationDiastolic?: number | null
        heartRateIntervalMinutes?: number | null
        bloodPressureIntervalMinutes?: number | null
        reminders?: {
          kind: 'MEDICINE' | 'WATER' | 'ACTIVITY'
          hour: number
          minute: number
          days: number[]
          intervalMinutes?: number
        }[]
        autoTemperature?: boolean
        fallDetection?: boolean
        fallSensitivity?: 'LOW' | 'MEDIUM' | 'HIGH'
        deviceUUID: string
        revision?: number
      }
    }
    reply: Schemas.SettingsState
    reason: 'conflict'
  }
  /**
   * How a gateway listens, or when, how long and in which climate a beacon is as it should be
   *
   * For ADMIN, MANAGER. An API key may with the scope `rooms:write`. Answered alike at `POST /api/blt/configure`.
   */
  configureEntity: {
    input: {
      body: {
        uuid: string
        scanIntervalSeconds?: number
        rssiFilterDbm?: number
        reportIntervalSeconds?: number
        rssiOffset?: number
        allowedTimes?: Schemas.AllowedTimeInput[]
        maxMinutes?: number | null
        temperatureLow?: number | null
        temperatureHigh?: number | null
        humidityLow?: number | null
        humidityHigh?: number | null
        buttons?: Schemas.ButtonActsInput
      }
    }
    reply: { gateway: Schemas.Gateway | null; beacon: Schemas.Beacon | null }
    reason: 'conflict'
  }
  /**
   * The link of that mail, opened by whoever asked for it; the former mailbox is told
   *
   * For whoever is signed in. No API key may. At most 20 calls in 10 min by one person.
   */
  confirmEmail: {
    input: { body: { token: string } }
    reply: { email: string }
    reason: 'accountThere' | 'emailTaken' | 'userNameTaken'
  }
  /**
   * Say the code that the watch in your hand shows: the connection that was sent it is the watch
   *
   * For ADMIN, MANAGER, SUPERVISOR. No API key may. At most 20 calls in 10 min by one person.
   */
  confirmPairing: {
    input: { params: { uuid: string }; body: { code: string } }
    reply: { identity: Schemas.DeviceIdentity }
    reason: 'codeWrong'
  }
  /**
   * From now on signing in takes a code too; the password is asked for
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may. Also for whoever must set up a second step of signing in first.
   */
  confirmTotp: {
    input: { body: { password: string; code: string } }
    reply: null
    reason: 'conflict' | 'twoStepOff' | 'twoStepOn'
  }
  /**
   * A link to the bot, good once and for 15 minutes: whoever follows it and presses Start gets your alarms there
   *
   * For whoever is signed in. No API key may. At most 20 calls in 10 min by one person.
   */
  connectTelegram: { input: Nothing; reply: { link: string; expiresAt: string }; reason: 'noTelegram' }
  /**
   * Have your program told of what happens (topic-based Subscription of FHIR R4). For programs alone: it is told by the scopes and branches of its key
   *
   * For MANAGER, SUPERVISOR. An API key may with the scopes `fhir:write` and `fhir:read`. At most 60 calls in 10 min by one person.
   */
  createSubscription: {
    input: {
      body: {
        resourceType: 'Subscription'
        id?: string
        meta?: { [key: string]: unknown }
        status: 'requested' | 'active' | 'error' | 'off'
        reason: string
        error?: string
        end?: string
        criteria: string
        _criteria?: {
          extension: {
            url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-filter-criteria'
            valueString: string
          }[]
        }
        channel: {
          type: 'rest-hook'
          endpoint: string
          payload?: 'application/fhir+json'
          _payload: {
            extension: {
              url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-payload-content'
              valueCode: 'empty' | 'id-only' | 'full-resource'
            }[]
          }
          header?: string[]
          extension?: (
            | {
                url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-heartbeat-period'
                valueUnsignedInt: number
              }
            | {
                url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-max-count'
                valuePositiveInt: number
              }
          )[]
        }
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Give the watch to whoever claims it, which deletes it where it is and registers it there, or leave it where it is
   *
   * For ADMIN. No API key may.
   */
  decideClaim: {
    input: { params: { uuid: string }; body: { isGiven: boolean } }
    reply: { claim: Schemas.DeviceClaim }
    reason: 'alreadyDecided' | 'claimOwn' | 'conflict' | 'deviceWorn' | 'imeiTaken'
  }
  /**
   * Delete an article; its translations stay and stand for themselves
   *
   * For ADMIN. No API key may.
   */
  deleteArticle: { input: { params: { uuid: string } }; reply: null; reason: 'conflict' }
  /**
   * Delete a bookmark: your own, or as a manager anybody’s
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  deleteBookmark: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * Close a branch in which nobody and nothing stands any more
   *
   * For ADMIN, MANAGER. No API key may. Answered alike at `POST /api/branch/delete/{uuid}`.
   */
  deleteBranch: {
    input: { params: { uuid: string } }
    reply: null
    reason: 'conflict' | 'hasDevices' | 'hasUsers'
  }
  /**
   * Delete a company to which nobody and nothing belongs any more
   *
   * For ADMIN. No API key may. Answered alike at `POST /api/company/delete/{uuid}`.
   */
  deleteCompany: {
    input: { params: { uuid: string } }
    reply: null
    reason: 'conflict' | 'hasBranches' | 'hasDevices' | 'hasUsers'
  }
  /**
   * Delete a device: its password dies, its open alarms and tasks are closed; its history stays
   *
   * For ADMIN, MANAGER. No API key may.
   */
  deleteDevice: { input: { params: { uuid: string } }; reply: null; reason: 'conflict' | 'deviceWorn' }
  /**
   * Delete a gateway or a beacon: its password dies, its open alarms are closed; its history stays
   *
   * For ADMIN, MANAGER. No API key may.
   */
  deleteEntity: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * Delete a fence
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  deleteFence: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * Take the floor plan of a branch away; its rooms are then placed nowhere
   *
   * For ADMIN, MANAGER. No API key may.
   */
  deleteFloorPlan: {
    input: { params: { uuid: string } }
    reply: {
      plan: Schemas.FloorPlan | null
      rooms: { uuid: string; name: string; spot: { x: number; y: number } | null }[]
    }
    reason: never
  }
  /**
   * The same, named in the body
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may. Answered alike at `DELETE /api/relation/delete`.
   */
  deleteNamedRelation: { input: { body: { uuid: string } }; reply: null; reason: never }
  /**
   * Take a device from its owner
   *
   * For ADMIN, MANAGER. No API key may. Answered alike at `DELETE /api/devices/deleteOwner`.
   */
  deleteOwner: {
    input: { body: { deviceUUID: string } }
    reply: { device: Schemas.Device }
    reason: 'conflict' | 'deviceWorn' | 'noOwner'
  }
  /**
   * Take a product out of the catalogue
   *
   * For ADMIN. No API key may.
   */
  deleteProduct: { input: { params: { uuid: string } }; reply: null; reason: 'conflict' }
  /**
   * Take a relative away from a device; their account stays
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may. Answered alike at `POST /api/relation/delete/{uuid}`.
   */
  deleteRelation: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * The same, by the relation or by the relative’s account
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  deleteRelative: {
    input: { body: { deviceUUID: string; relativeUuid: string } }
    reply: null
    reason: never
  }
  /**
   * Delete a room in which no gateway and no beacon stands any more
   *
   * For ADMIN, MANAGER. No API key may.
   */
  deleteRoom: { input: { params: { uuid: string } }; reply: null; reason: 'hasEntities' }
  /**
   * End a Subscription for good; what waits for it is not sent
   *
   * For MANAGER, SUPERVISOR. An API key may with the scopes `fhir:write` and `fhir:read`.
   */
  deleteSubscription: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * Delete a task; one of an alarm that is still open ends with it
   *
   * For ADMIN, MANAGER. An API key may with the scope `tasks:write`.
   */
  deleteTask: { input: { params: { uuid: string } }; reply: null; reason: 'taskOfAlarm' }
  /**
   * Delete a file you sent
   *
   * For whoever is signed in. No API key may.
   */
  deleteUpload: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * Delete an account that owns no devices
   *
   * For ADMIN, MANAGER. No API key may.
   */
  deleteUser: {
    input: { params: { uuid: string } }
    reply: null
    reason: 'conflict' | 'hasDevices' | 'lastAdmin' | 'reachedByNobody' | 'yourself'
  }
  /**
   * End a webhook for good; what waits for it is not sent
   *
   * For ADMIN, MANAGER. No API key may.
   */
  deleteWebhook: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * Where devices reach this server, as whoever runs it has set it
   *
   * For ADMIN, MANAGER. No API key may.
   */
  deviceAddress: {
    input: Nothing
    reply: { host: string | null; mqttPort: number; mqttsPort: number | null; tcpPort: number | null }
    reason: never
  }
  /**
   * Devices to choose from: `all`, or those whose name, wearer or IMEI contains the text
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:read`.
   */
  deviceChoices: {
    input: { params: { key: string }; query?: { page?: number; size?: number; sort?: string } }
    reply: {
      devices: {
        uuid: string
        imei: string
        name: string
        wearer: Schemas.WearerSummary | null
        ownerName: string | null
      }[]
      total: number
    }
    reason: never
  }
  /**
   * Watches that somebody wanted to register and somebody else has: the undecided first
   *
   * For ADMIN. No API key may.
   */
  deviceClaims: {
    input: { query?: { page?: number; size?: number } }
    reply: { claims: Schemas.DeviceClaim[]; total: number }
    reason: never
  }
  /**
   * What a watch was told to do and what came of it, newest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:read`.
   */
  deviceCommands: {
    input: {
      params: { uuid: string }
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        state?: 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED' | 'EXPIRED'
        kind?: 'FIND' | 'MEASURE' | 'LOCATE' | 'PANIC_ON' | 'PANIC_OFF' | 'RESET'
      }
    }
    reply: { commands: Schemas.Command[]; total: number }
    reason: never
  }
  /**
   * One device with its owner, relatives, limits and settings
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:read`.
   */
  deviceDetail: {
    input: { params: { uuid: string } }
    reply: {
      device: Schemas.Device
      owner: Schemas.Person | null
      relatives: {
        uuid: string
        name: string
        contactNumber: string | null
        relationUUID: string
        relation: string
        sosPriority: 'HIGH' | 'MEDIUM' | 'LOW'
        maySeeLocation: boolean
      }[]
      agent: { uuid: string; name: string } | null
      imageUrl: string | null
      soldAt: string | null
      firmware?: string | null
      clockSkew?: boolean | null
      homeLocation: { lat: number; lng: number } | null
      settings: Schemas.SettingsState
      commands?: ('FIND' | 'MEASURE' | 'LOCATE' | 'PANIC_ON' | 'PANIC_OFF' | 'RESET')[] | null
      updatedAt: string
      limits: { [key: string]: Schemas.Bounds }
    }
    reason: never
  }
  /**
   * How many devices of your scope there are of each company, branch, model, silence, battery and so on; each counted under what is chosen of the others
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:read`.
   */
  deviceFacets: {
    input: {
      query?: {
        company?: string
        branch?: string
        deviceModel?: string
        firmware?: string
        silence?: string
        battery?: string
        settings?: string
        messages?: string
        search?: string
        filterKey?: 'all' | 'isSold' | 'isNotSold' | 'active' | 'inactive' | 'online' | 'offline'
      }
    }
    reply: { facets: Schemas.Facet[]; firmware?: Schemas.Facet; total: number; digest: string }
    reason: never
  }
  /**
   * The fences of a device: its home first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`.
   */
  deviceFences: {
    input: { params: { deviceUuid: string } }
    reply: { fences: Schemas.Fence[] }
    reason: never
  }
  /**
   * How a device is known to be itself, and from where it connects
   *
   * For ADMIN, MANAGER, SUPERVISOR. An API key may with the scope `devices:read`.
   */
  deviceIdentity: {
    input: { params: { uuid: string } }
    reply: { identity: Schemas.DeviceIdentity }
    reason: never
  }
  /**
   * Which model of its make a device is taken for, and how that is known
   *
   * For ADMIN, MANAGER. An API key may with the scope `devices:read`.
   */
  deviceProfile: {
    input: { params: { uuid: string } }
    reply: { profile: Schemas.ModelProfile }
    reason: never
  }
  /**
   * How a watch is pointed to this server by SMS, and what came of the last one
   *
   * For ADMIN, MANAGER. No API key may.
   */
  deviceSetUp: {
    input: { params: { uuid: string } }
    reply: {
      sms: { text: string; usualPassword: string; source: string; isVerified: boolean } | null
      host: string | null
      port: number | null
      number: string | null
      gap: 'setUpNoText' | 'setUpClosed' | 'setUpNoHost' | 'setUpNoNumber' | 'setUpNoChannel' | null
      message: Schemas.SetUpMessage | null
    }
    reason: never
  }
  /**
   * The settings of a watch, desired and reported
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:read`.
   */
  deviceSettings: { input: { params: { uuid: string } }; reply: Schemas.SettingsState; reason: never }
  /**
   * Let a device in, or no longer
   *
   * For ADMIN, MANAGER. No API key may.
   */
  deviceStatusChange: {
    input: { body: { uuid: string; isActive: boolean } }
    reply: { device: Schemas.Device }
    reason: 'conflict'
  }
  /**
   * Who looked at the vitals, the location or the profile of who wears a device, newest first; one row of each in an hour
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  deviceViewings: {
    input: { params: { uuid: string }; query?: { page?: number; size?: number } }
    reply: { viewings: Schemas.Viewing[]; total: number }
    reason: never
  }
  /**
   * Of the devices in your scope, those a person owns
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:read`.
   */
  devicesOwnedBy: {
    input: {
      params: { uuid: string }
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        filterKey?: 'all' | 'isSold' | 'isNotSold' | 'active' | 'inactive' | 'online' | 'offline'
      }
    }
    reply: { devices: Schemas.Device[]; total: number }
    reason: never
  }
  /**
   * Give up a walk that is not finished
   *
   * For ADMIN, MANAGER. No API key may.
   */
  discardWalk: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * Who is on duty in a branch, now and later; once it keeps a list, alarms go to those alone
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `duties:read`.
   */
  duties: {
    input: { query: { branch: string } }
    reply: { duties: Schemas.Duty[]; isUnattended: boolean }
    reason: never
  }
  /**
   * The duties of whoever has this address, as a calendar (RFC 5545): of the last thirty days, now and later. No resident is named in it
   *
   * For everybody: nobody need be signed in. At most 600 calls in 10 min from one address.
   */
  dutyCalendar: { input: { params: { file: string } }; reply: Response; reason: never }
  /**
   * Your own duties, now and later, and the branches in your scope where nobody is on duty though somebody should be
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `duties:read`.
   */
  dutyNow: {
    input: Nothing
    reply: {
      mine: {
        uuid: string
        user: { uuid: string; name: string }
        from: string
        to: string
        isNow: boolean
        branch: { uuid: string; name: string }
      }[]
      unattended: { uuid: string; name: string }[]
      isListKept: boolean
    }
    reason: never
  }
  /**
   * Take somebody off duty: from now on, or altogether where it had not begun
   *
   * For ADMIN, MANAGER, SUPERVISOR. An API key may with the scope `duties:write`.
   */
  endDuty: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * Let that program read no longer, from the moment on
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. No API key may.
   */
  endLink: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * Sign out on one of your machines; the password is asked for
   *
   * For whoever is signed in. No API key may.
   */
  endOneSession: {
    input: { params: { uuid: string }; body: { password: string } }
    reply: null
    reason: never
  }
  /**
   * Sign out everywhere but here; the password is asked for
   *
   * For whoever is signed in. No API key may.
   */
  endOtherSessions: { input: { body: { password: string } }; reply: null; reason: never }
  /**
   * Sign in without a code again
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  endTotp: {
    input: { body: { password: string; code: string } }
    reply: null
    reason: 'twoStepAsked' | 'twoStepOff'
  }
  /**
   * Sign a person out everywhere
   *
   * For ADMIN, MANAGER. No API key may.
   */
  endUserSessions: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * The gateway or beacon of this MAC address, with the room it is in
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `rooms:read`. Answered alike at `GET /api/blt/detail/{macAddress}`.
   */
  entityDetail: {
    input: { params: { macAddress: string } }
    reply: { gateway: Schemas.Gateway | null; beacon: Schemas.Beacon | null; room: Schemas.Room | null }
    reason: never
  }
  /**
   * Forget a person for good: their account, files, contacts and places, and their name wherever it was written. Readings and the audit log stay, and say nothing of them
   *
   * For ADMIN, MANAGER. No API key may.
   */
  eraseUser: {
    input: { params: { uuid: string } }
    reply: null
    reason: 'deviceWorn' | 'lastAdmin' | 'reachedByNobody' | 'yourself'
  }
  /**
   * Forget a person under care for good: who they are, where they were, and their name wherever it was written, on everything they ever wore; what they wear now is cleared
   *
   * For ADMIN, MANAGER. No API key may.
   */
  eraseWearer: { input: { params: { uuid: string } }; reply: null; reason: 'conflict' | 'deviceWorn' }
  /**
   * Who is told of an alarm, when and how: the chains of a company, or of one of its branches
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  escalation: {
    input: { query: { company: string; branch?: string } }
    reply: { chains: Schemas.EscalationChain[] }
    reason: never
  }
  /**
   * Whom each step would tell, and by what, if a watch, or something in a branch, rang now
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  escalationReach: {
    input: { query?: { device?: string; branch?: string } }
    reply: {
      channels: ('IN_APP' | 'PUSH' | 'TELEGRAM' | 'SMS' | 'EMAIL')[]
      families: {
        family: 'EMERGENCY' | 'HIGH' | 'MEDIUM' | 'LOW' | 'TECHNICAL'
        chain: Schemas.Chain
        setBy: 'BRANCH' | 'COMPANY' | 'DEFAULT'
        updatedAt: string | null
        recipients: Schemas.Reached[][]
      }[]
    }
    reason: never
  }
  /**
   * What happened after a cursor, the oldest first: alarms, tasks and assignments, of each what the scopes of a key hold. Without a cursor: nothing, and the cursor of this moment
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `live:read`.
   */
  eventsAfter: {
    input: { query?: { after?: string; size?: number } }
    reply: { events: { cursor: string; event: Schemas.OutgoingEvent }[]; next: string; isMore: boolean }
    reason: 'cursorLost'
  }
  /**
   * Every article in every language, with what is not published yet
   *
   * For ADMIN. No API key may.
   */
  everyArticle: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        type?: 'yoga' | 'gym' | 'general'
        language?: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
      }
    }
    reply: { articles: Schemas.Article[]; total: number }
    reason: never
  }
  /**
   * The catalogue with what is not published yet
   *
   * For ADMIN. No API key may.
   */
  everyProduct: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        type?: 'fitness' | 'monitoring'
      }
    }
    reply: { products: Schemas.Product[]; total: number }
    reason: never
  }
  /**
   * Begin an export of all that you may see, as files of FHIR R4 (Bulk Data Access)
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  exportAll: {
    input: {
      query?: {
        _since?: string
        _type?: string
        _outputFormat?: 'application/fhir+ndjson' | 'application/ndjson' | 'ndjson'
      }
    }
    reply: Response
    reason: never
  }
  /**
   * End an export: its files are there no more
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  exportCancel: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * The vitals of a device, and who wears it (Patient), as a FHIR R4 Bundle of Observations; go on by its `next` link
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `people:read` and `readings:read`. At most 60 calls in 10 min by one person.
   */
  exportFhir: {
    input: { params: { imei: string }; query?: { from?: string; to?: string; after?: string } }
    reply: Response
    reason: never
  }
  /**
   * A person under care as a FHIR R4 Bundle: who is around them (RelatedPerson), what they wore from when until when (DeviceUseStatement), and their alarms (Flag); go on by its `next` link
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `people:read` and `alarms:read`. At most 60 calls in 10 min by one person.
   */
  exportFhirPerson: {
    input: { params: { uuid: string }; query?: { from?: string; to?: string; after?: string } }
    reply: Response
    reason: never
  }
  /**
   * A file of an export: one resource a line, read while it is fetched and by the rights of that moment
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  exportFile: {
    input: {
      params: {
        id: string
        type:
          | 'Patient'
          | 'RelatedPerson'
          | 'Device'
          | 'DeviceUseStatement'
          | 'Flag'
          | 'Communication'
          | 'Observation'
          | 'Location'
          | 'AuditEvent'
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Begin an export of the people of a branch or a company and what belongs to them (Bulk Data Access)
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  exportGroup: {
    input: {
      params: { id: string }
      query?: {
        _since?: string
        _type?: string
        _outputFormat?: 'application/fhir+ndjson' | 'application/ndjson' | 'ndjson'
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Begin an export of all people under care and what belongs to them (Bulk Data Access)
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  exportPatients: {
    input: {
      query?: {
        _since?: string
        _type?: string
        _outputFormat?: 'application/fhir+ndjson' | 'application/ndjson' | 'ndjson'
      }
    }
    reply: Response
    reason: never
  }
  /**
   * How far an export is, and where its files are
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  exportStatus: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * What this server does of FHIR R4: its CapabilityStatement
   *
   * For everybody: nobody need be signed in.
   */
  fhirMetadata: { input: Nothing; reply: Response; reason: never }
  /**
   * How often you have the figures of the alarms of your scope sent by mail
   *
   * For ADMIN, MANAGER. No API key may.
   */
  figureMail: {
    input: Nothing
    reply: { every: 'WEEK' | 'MONTH' | null; nextAt: string | null; isMailed: boolean }
    reason: never
  }
  /**
   * Whether a device of your scope has this IMEI
   *
   * For ADMIN, MANAGER. An API key may with the scope `devices:read`. At most 30 calls in 1 min by one person.
   */
  findDevice: {
    input: { params: { imei: string } }
    reply: {
      existingFound: boolean
      device: { uuid: string; name: string; isSold: boolean; hasOwner: boolean } | null
    }
    reason: never
  }
  /**
   * Whether somebody of your scope has this e-mail address or user name
   *
   * For ADMIN, MANAGER, SUPERVISOR. No API key may. At most 30 calls in 1 min by one person.
   */
  findUser: {
    input: { body: { email?: string; userName?: string } }
    reply: {
      existingFound: boolean
      user: {
        uuid: string
        initials: string
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
    }
    reason: never
  }
  /**
   * End a walk of 30 to 180 seconds: from now on it counts, in place of an older one of its room
   *
   * For ADMIN, MANAGER. No API key may.
   */
  finishWalk: {
    input: { params: { uuid: string } }
    reply: null
    reason: 'walkElsewhere' | 'walkGatewayDown' | 'walkLength' | 'walkNotReceived'
  }
  /**
   * What you had done with many devices, the newest ten first: how far it is, and what failed
   *
   * For ADMIN, MANAGER. No API key may.
   */
  fleetJobs: { input: Nothing; reply: { jobs: Schemas.FleetJob[] }; reason: never }
  /**
   * The floor plan of a branch, and where its rooms are on it
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `rooms:read`.
   */
  floorPlan: {
    input: { params: { uuid: string } }
    reply: {
      plan: Schemas.FloorPlan | null
      rooms: { uuid: string; name: string; spot: { x: number; y: number } | null }[]
    }
    reason: never
  }
  /**
   * The picture of a floor plan, for whoever may see its branch
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `rooms:read`.
   */
  floorPlanPicture: { input: { params: { uuid: string } }; reply: Response; reason: never }
  /**
   * Let a relative read what has to be known of a person, or no longer
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  grantCare: {
    input: { params: { uuid: string }; body: { userUUID: string; maySeeCare: boolean } }
    reply: { relatives: { uuid: string; name: string; maySeeCare: boolean }[] }
    reason: never
  }
  /**
   * Hand a duty over: it ends now, and somebody else is on duty until its end
   *
   * For ADMIN, MANAGER, SUPERVISOR. An API key may with the scope `duties:write`.
   */
  handOverDuty: {
    input: { body: { dutyUUID: string; userUUID: string } }
    reply: { duty: Schemas.Duty }
    reason: never
  }
  /**
   * One measurement since a moment: each metric by its part, or as `value` where it has none beside it
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `readings:read`.
   */
  history: {
    input: {
      params: {
        imei: string
        time: string
        measurement: 'heartRate' | 'bp' | 'spo2' | 'steps' | 'sleep' | 'temperature'
      }
      query?: { to?: string }
    }
    reply: {
      readings: { time: string; [key: string]: number | string }[]
      spanMs: number
      worthless?: Schemas.WorthlessSpan[]
    }
    reason: never
  }
  /**
   * Many devices from a list: what would become of each row and, with `apply`, registers those that are new. Credentials are answered this once
   *
   * For ADMIN, MANAGER. No API key may. At most 30 calls in 1 min by one person.
   */
  importDevices: {
    input: { body: { rows: { [key: string]: string }[]; apply?: boolean } }
    reply: {
      rows: { outcome: 'NEW' | 'EXISTS' | 'TWICE' | 'INVALID'; problems: { [key: string]: string } }[]
      devices: { device: Schemas.Device; credentials: Schemas.Credentials }[]
    }
    reason: 'deviceWorn'
  }
  /**
   * Rows of a file of rooms, people, watches, tags, who wears which, or staff: what would become of each and, with `apply`, that. Each is done by itself, as by the call for one. With `apply` each row brings `seen` of its look: where one would become something else by now, nothing of the call is done. Credentials and links are answered this once
   *
   * For ADMIN, MANAGER. No API key may. At most 600 calls in 5 min by one person.
   */
  importRows: {
    input: {
      body: {
        kind: 'rooms' | 'people' | 'watches' | 'tags' | 'assignments' | 'staff'
        rows: { cells: { [key: string]: string }; seen?: string }[]
        apply?: boolean
      }
    }
    reply: {
      rows: {
        outcome: 'NEW' | 'CHANGED' | 'SAME' | 'TWICE' | 'INVALID'
        key: string
        seen: string
        changes: (
          | 'name'
          | 'branch'
          | 'company'
          | 'firstName'
          | 'lastName'
          | 'birthday'
          | 'sex'
          | 'language'
          | 'room'
          | 'bed'
          | 'imei'
          | 'imsi'
          | 'model'
          | 'phone'
          | 'mac'
          | 'type'
          | 'watch'
          | 'email'
          | 'role'
        )[]
        problems: { [key: string]: string }
        isDoubtful: boolean
        credentials: Schemas.Credentials | null
        link: string | null
      }[]
    }
    reason:
      | 'conflict'
      | 'deviceOwned'
      | 'deviceWorn'
      | 'imeiTaken'
      | 'importChanged'
      | 'macTaken'
      | 'ownerElsewhere'
  }
  /**
   * What happened to one person within ten minutes: its alarms, and all that was done and told in the order in which it was; found by each of its alarms
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. An API key may with the scope `alarms:read`.
   */
  incidentDetail: {
    input: { params: { uuid: string } }
    reply: { incident: Schemas.IncidentDetail }
    reason: never
  }
  /**
   * All that is known of an incident, as one document to be read by somebody who was not there, and which files of it were issued. Each look is traced
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. No API key may.
   */
  incidentFile: {
    input: { params: { uuid: string } }
    reply: { file: Schemas.IncidentFile; issued: Schemas.IssuedFile[] }
    reason: never
  }
  /**
   * What one beacon did last, or the beacons a gateway hears, since a moment, at most 3 days ago
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`.
   */
  interactionsOf: {
    input: { params: { dmac: string; since: string } }
    reply: {
      alertInteraction: { [key: string]: Schemas.AlertInteraction }
      latestInteraction: { [key: string]: Schemas.LatestInteraction }
      temperatureMap: { [key: string]: Schemas.MeasuredInteraction }
      humidityMap: { [key: string]: Schemas.MeasuredInteraction }
    }
    reason: never
  }
  /**
   * Issue the file of an incident as it is now: it is kept, gets a number and a hash by which it can be checked later, and both stand in the audit log
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. No API key may. At most 30 calls in 10 min by one person.
   */
  issueIncidentFile: {
    input: { params: { uuid: string } }
    reply: { file: Schemas.IncidentFile; issued: Schemas.IssuedFile }
    reason: never
  }
  /**
   * Issue the pack of a month as it is now: it is kept, gets a number and a hash by which it can be checked later, and both stand in the audit log
   *
   * For ADMIN, MANAGER. No API key may. At most 30 calls in 10 min by one person.
   */
  issueMonthlyPack: {
    input: { body: { branch: string; month: string; names?: boolean } }
    reply: { pack: Schemas.MonthlyPack; issued: Schemas.IssuedFile }
    reason: 'conflict'
  }
  /**
   * What one shift handed over, as it stood then
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  keptShiftSheet: {
    input: { params: { uuid: string } }
    reply: {
      kept: {
        uuid: string
        number: string
        from: string
        to: string
        madeAt: string
        late: boolean
        redacted: boolean
      }
      sheet: Schemas.ShiftSheet
      issued: Schemas.IssuedFile
    }
    reason: never
  }
  /**
   * Where a device was last, and its home
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`.
   */
  latestLocation: {
    input: { params: { imei: string } }
    reply: { location: Schemas.DeviceLocation; street: string | null }
    reason: never
  }
  /**
   * Where every device in your scope was last
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`.
   */
  latestLocations: {
    input: { query?: { page?: number; size?: number; search?: string; sort?: string } }
    reply: { locations: Schemas.DeviceLocation[]; total: number }
    reason: never
  }
  /**
   * End the account that you act as, at its company or at none: this sign-in goes on as another of yours, or ends with the last of them, where you say that you mean it. What somebody else has to take over first is named in the refusal
   *
   * For whoever is signed in. No API key may. At most 10 calls in 10 min by one person.
   */
  leaveCompany: {
    input: { body: { password: string; isLast?: boolean } }
    reply: { token: string | null; user: Schemas.CurrentUser | null }
    reason: 'conflict' | 'hasDevices' | 'lastAdmin' | 'onlyCompany' | 'reachedByNobody' | 'signInAgain'
  }
  /**
   * The people in your scope
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER, RELATIVE, USER, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  listUsers: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        filterKey?: 'all' | 'active' | 'inactive'
        role?:
          | 'ADMIN'
          | 'MANAGER'
          | 'SUPERVISOR'
          | 'OWNER'
          | 'RELATIVE'
          | 'USER'
          | 'MONITOR'
          | 'BRANCH_MONITOR'
          | 'COMPANY_MONITOR'
        userType?: 'WATCH' | 'GATEWAY'
        companyUuid?: string
        branchUuid?: string
        supervisorUuid?: string
      }
    }
    reply: { users: Schemas.User[]; total: number }
    reason: never
  }
  /**
   * Ask a watch where it is now; its home location must be set
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:command`. At most 60 calls in 1 min by one person.
   */
  liveLocation: {
    input: { body: { deviceIMEI: string } }
    reply: { command: Schemas.Command; lastSeenAt: string | null }
    reason: 'noHomeLocation'
  }
  /**
   * The last days of a device up to now, each with how long away from home and where it stayed
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`.
   */
  locationDays: {
    input: { params: { imei: string }; query?: { days?: number } }
    reply: { timeZone: string; days: Schemas.LocationDay[] }
    reason: never
  }
  /**
   * Where a device was since a moment, oldest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`.
   */
  locationHistory: {
    input: { params: { imei: string; time: string }; query?: { to?: string } }
    reply: {
      positions: {
        time: string
        lat: number
        lng: number
        accuracy: number | null
        source: 'GPS' | 'WIFI' | 'CELL' | 'BLE'
        hidden: boolean
      }[]
      thinned: boolean
      spanMs: number
    }
    reason: never
  }
  /**
   * Sign in with an e-mail address (or user name), a password and, where asked for, a code or a passkey. After many failures 429 brings a `challenge` (ALTCHA): solved, it is given back as `work`
   *
   * For everybody: nobody need be signed in.
   */
  login: {
    input: {
      body: {
        email: string
        password: string
        code?: string
        passkey?: {
          id: string
          clientDataJSON: string
          authenticatorData: string
          signature: string
          userHandle?: string
        }
        browser?: string
        work?: string
      }
    }
    reply: { token: string; user: Schemas.CurrentUser }
    reason: never
  }
  /**
   * Sign in by a passkey, whose person was verified by their machine
   *
   * For everybody: nobody need be signed in. At most 100 calls in 10 min from one address.
   */
  loginByPasskey: {
    input: {
      body: {
        passkey: {
          id: string
          clientDataJSON: string
          authenticatorData: string
          signature: string
          userHandle?: string
        }
        browser?: string
      }
    }
    reply: { token: string; user: Schemas.CurrentUser }
    reason: never
  }
  /**
   * End this sign-in; those on other machines stay
   *
   * For whoever is signed in. No API key may. Also for whoever must choose a new password first. Also for whoever must set up a second step of signing in first.
   */
  logout: { input: Nothing; reply: null; reason: never }
  /**
   * End the open alarms of a room, or these ones, with what it was; one line in the log of each room
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may. Answered alike at `POST /api/blt/markAlertsDone`.
   */
  markAlertsDone: {
    input: {
      body: {
        roomUuid?: string
        alarmUuids?: string[]
        cause?: 'HELPED' | 'FALSE_ALARM' | 'TEST' | 'NO_ANSWER_VISITED' | 'OTHER'
        status?: string
        note?: string
      }
    }
    reply: { closed: number }
    reason: never
  }
  /**
   * What a care inspector asks of one branch and one month: figures, each call and fall, what nobody answered, silences and changes. Residents by initials and room, or by name, which leaves a trace of its own
   *
   * For ADMIN, MANAGER. No API key may. At most 30 calls in 1 min by one person.
   */
  monthlyPack: {
    input: { query: { branch: string; month: string; names?: string } }
    reply: { pack: Schemas.MonthlyPack; issued: Schemas.IssuedFile[] }
    reason: never
  }
  /**
   * What you are asked to become: open invitations first. Those to an address only once it is proven
   *
   * For whoever is signed in. No API key may.
   */
  myInvitations: {
    input: { query?: { page?: number; size?: number } }
    reply: { invitations: Schemas.Invitation[]; total: number; isAddressProven: boolean; canProve: boolean }
    reason: never
  }
  /**
   * Make an API key; an administrator says of which company. Its secret is said in the answer and never again; the password is asked for
   *
   * For ADMIN, MANAGER. No API key may. At most 60 calls in 10 min by one person.
   */
  newApiKey: {
    input: {
      body: {
        name: string
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
        branchUUIDs?: string[]
        expiresAt?: string
        companyUUID?: string
        password: string
      }
    }
    reply: { apiKey: Schemas.ApiKey; secret: string }
    reason: 'apiKeysMany'
  }
  /**
   * Write an article, or a translation of an English one
   *
   * For ADMIN. No API key may.
   */
  newArticle: {
    input: {
      body: {
        type: 'yoga' | 'gym' | 'general'
        title: string
        summary: string
        body: string
        minutesToRead?: number
        pictureUuid?: string | null
        language?: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
        originalUuid?: string | null
        isPublished?: boolean
      }
    }
    reply: {
      article: {
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
        body: string
      }
    }
    reason: 'translationTaken'
  }
  /**
   * Register a beacon: a tag of a person, or a sensor of a room
   *
   * For ADMIN, MANAGER. An API key may with the scope `rooms:write`. Answered alike at `POST /api/blt/beacon/new`.
   */
  newBeacon: {
    input: {
      body: {
        name: string
        macAddress: string
        deviceType: 'TAG' | 'DOOR' | 'CLIMATE' | 'WATER' | 'SMOKE' | 'MOTION' | 'BUTTON'
        branchId: string
        roomUuid?: string
        deviceUUID?: string
        staffUUID?: string
        ibeacon?: string
        bindKey?: string
        identityKey?: string
        allowedTimes?: Schemas.AllowedTimeInput[]
        maxMinutes?: number | null
        temperatureLow?: number | null
        temperatureHigh?: number | null
        humidityLow?: number | null
        humidityHigh?: number | null
        buttons?: Schemas.ButtonActsInput
      }
    }
    reply: { beacon: Schemas.Beacon }
    reason: 'macTaken'
  }
  /**
   * Open a branch; an administrator says of which company
   *
   * For ADMIN, MANAGER. No API key may.
   */
  newBranch: {
    input: {
      body: {
        name: string
        code: string
        companyId?: string
        timeZone?: string
        roomStatuses?: string[]
        nurses?: string[]
      }
    }
    reply: { branch: Schemas.Branch }
    reason: 'codeTaken'
  }
  /**
   * Take in a company
   *
   * For ADMIN. No API key may.
   */
  newCompany: {
    input: {
      body: {
        name: string
        code: string
        address?: string | null
        manager?: string | null
        bookmarkValues?: string[]
        limits?: Schemas.HouseLimitsInput
        routine?: Schemas.HouseRoutineInput
        sourcePinning?: 'OFF' | 'WARN' | 'STRICT'
        twoStepRoles?: ('MANAGER' | 'SUPERVISOR' | 'MONITOR' | 'BRANCH_MONITOR' | 'COMPANY_MONITOR')[]
        idleMinutes?: Schemas.IdleMinutesInput
        graceDays?: number
      }
    }
    reply: {
      company: {
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
        limits: {
          [key: string]: { criticalLow?: number; low?: number; high?: number; criticalHigh?: number }
        }
        routine?: Schemas.HouseRoutine
      }
    }
    reason: 'codeTaken' | 'conflict'
  }
  /**
   * Register a device; its credentials are answered this once. An owner who is not of its company is asked, and has it when they say yes
   *
   * For ADMIN, MANAGER. No API key may.
   */
  newDevice: {
    input: {
      body: {
        imei: string
        imsi: string
        name: string
        deviceModel: string
        mobileNumber?: string
        isSold?: boolean
        companyId?: string
        branchId?: string
        ownerUUID?: string
        agentId?: string
      }
    }
    reply: {
      device: Schemas.Device
      credentials: Schemas.Credentials
      invitation: Schemas.MadeInvitation | null
    }
    reason: 'deviceWorn' | 'imeiTaken'
  }
  /**
   * Put somebody of the staff on duty in a branch
   *
   * For ADMIN, MANAGER, SUPERVISOR. An API key may with the scope `duties:write`.
   */
  newDuty: {
    input: { body: { branchUUID: string; userUUID: string; from: string; to: string } }
    reply: { duty: Schemas.Duty }
    reason: never
  }
  /**
   * Draw a fence for a device: a circle of at least 100 m, or a line around a place
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  newFence: {
    input: {
      body: {
        deviceUUID: string
        name: string
        shape:
          | { kind: 'CIRCLE'; centre: { lat: number; lng: number }; radiusM: number }
          | { kind: 'POLYGON'; corners: { lat: number; lng: number }[] }
        severity?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
        schedule?: { days: number[]; from: string; to: string } | null
        isActive?: boolean
      }
    }
    reply: { fence: Schemas.Fence }
    reason: never
  }
  /**
   * Register a gateway; its credentials are answered this once
   *
   * For ADMIN, MANAGER. An API key may with the scope `rooms:write`. Answered alike at `POST /api/blt/gateway/new`.
   */
  newGateway: {
    input: { body: { name: string; macAddress: string; branchId: string; roomUuid?: string; model?: string } }
    reply: { gateway: Schemas.Gateway; credentials: Schemas.Credentials }
    reason: 'macTaken'
  }
  /**
   * Let a program of yours read what is yours. Its secret is said in the answer and never again, and the one of before ends; the password is asked for
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. No API key may. At most 60 calls in 10 min by one person.
   */
  newLink: {
    input: { body: { kind: 'calendar' | 'homeAssistant'; password: string } }
    reply: {
      link: Schemas.PersonalLink
      secret: string
      broker: { host: string | null; port: number } | null
    }
    reason: 'conflict'
  }
  /**
   * Keep the passkey that a machine made
   *
   * For whoever is signed in. No API key may. Also for whoever must set up a second step of signing in first.
   */
  newPasskey: {
    input: {
      body: {
        name: string
        passkey: { id: string; clientDataJSON: string; attestationObject: string; transports?: string[] }
      }
    }
    reply: { passkey: Schemas.Passkey }
    reason: 'passkeyTaken' | 'passkeysMany' | 'passkeysOff'
  }
  /**
   * Put a product into the catalogue
   *
   * For ADMIN. No API key may.
   */
  newProduct: {
    input: {
      body: {
        type: 'fitness' | 'monitoring'
        name: string
        summary: string
        description?: string
        price?: number | null
        currency?: string
        pictureUuid?: string | null
        isPublished?: boolean
        sort?: number
      }
    }
    reply: { product: Schemas.Product }
    reason: never
  }
  /**
   * Add a relative to the phonebook of a device; with an account, whoever has the address is invited
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may. At most 30 calls in 1 min by one person.
   */
  newRelation: {
    input: {
      body: {
        deviceUUID: string
        name: string
        relation:
          | 'son'
          | 'daughter'
          | 'husband'
          | 'wife'
          | 'father'
          | 'mother'
          | 'brother'
          | 'sister'
          | 'son-in-law'
          | 'daughter-in-law'
        email: string
        phonebookId?: number
        phone?: string | null
        smsAlerts?: boolean
        createUserInPortal?: boolean
        sosPriority?: 'HIGH' | 'MEDIUM' | 'LOW'
        maySeeLocation?: boolean
        maySeePast?: boolean
      }
    }
    reply: { relative: Schemas.Relative; account: null; invitation: Schemas.MadeInvitation | null }
    reason: 'alreadyRelative' | 'phonebookFull'
  }
  /**
   * Add a room to a branch
   *
   * For ADMIN, MANAGER. An API key may with the scope `rooms:write`.
   */
  newRoom: {
    input: { body: { name: string; branchId: string } }
    reply: { room: Schemas.Room }
    reason: never
  }
  /**
   * Make a task by hand: about a device, or for the company or branch
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `tasks:write`.
   */
  newTask: {
    input: {
      body: {
        title: string
        deviceUUID?: string
        monitoringType?: 'VITALS' | 'BATTERY' | 'GEOFENCE' | 'SOS' | 'ALARM' | 'TASK'
        severity?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
        assignedTo?: string
        dueAt?: string
      }
    }
    reply: { task: Schemas.Task }
    reason: never
  }
  /**
   * Make an account; whoever gets it must choose a password of their own within a day. An address that may have one already is invited instead: where mail is sent, by all but administrators always
   *
   * For ADMIN, MANAGER, SUPERVISOR. No API key may.
   */
  newUser: {
    input: {
      body: {
        firstName: string
        userName: string
        email: string
        sendPassword?: boolean
        password?: string
        contactNumber: string
        countryCode?: string
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
        companyId?: string | null
        branchId?: string | null
        supervisorId?: string | null
        height?: number | null
        weight?: number | null
        gender?: 'male' | 'female' | 'other' | null
        smoking?: 0 | 1 | null
        dob?: string | null
        address?: string | null
        timeZone?: string
        quietFrom?: string
        quietTo?: string
        selectedLanguage?: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
        lastName?: string
      }
    }
    reply: {
      password: string | null
      isMailed: boolean
      strength: Schemas.Strength
      user: Schemas.UserDetail | null
      invitation: Schemas.MadeInvitation | null
    }
    reason: 'accountThere' | 'emailTaken' | 'userNameTaken'
  }
  /**
   * Write down a person under care; an administrator says of which company
   *
   * For ADMIN, MANAGER. An API key may with the scope `people:write`.
   */
  newWearer: {
    input: {
      body: {
        firstName: string
        lastName?: string
        dob?: string | null
        sex?: 'male' | 'female' | 'other' | null
        language?: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr' | null
        roomId?: string | null
        bed?: string | null
        companyId?: string
        branchId?: string
      }
    }
    reply: { wearer: Schemas.Wearer }
    reason: never
  }
  /**
   * Have a program told of what happens, within the scopes and branches of an API key. The secret that signs the messages is said in the answer and never again; the password is asked for
   *
   * For ADMIN, MANAGER. No API key may. At most 60 calls in 10 min by one person.
   */
  newWebhook: {
    input: {
      body: {
        url: string
        topics: ('alarms' | 'assignments' | 'tasks' | 'readings')[]
        apiKeyUUID: string
        password: string
      }
    }
    reply: { webhook: Schemas.Webhook; secret: string }
    reason: 'webhooksMany'
  }
  /**
   * Notifications in your scope since a moment (0: the last 5 days, and every unanswered critical or high one however old), in the order of triage
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `alarms:read`.
   */
  notificationsAfter: {
    input: { params: { time: string }; query?: { imei?: string; wearerUUID?: string } }
    reply: { notifications: Schemas.Notification[]; unacknowledged: number }
    reason: never
  }
  /**
   * One onboarding request with everything that was said
   *
   * For ADMIN, MANAGER, SUPERVISOR. No API key may.
   */
  onboardingDetail: {
    input: { params: { uuid: string } }
    reply: {
      request: Schemas.OnboardingRequest
      shipping: {
        firstName?: string
        lastName?: string
        phone?: string
        email?: string
        streetAddress?: string
        city?: string
      }
      owner: {
        firstName?: string
        lastName?: string
        phone?: string
        email?: string
        streetAddress?: string
        city?: string
        healthOrganisation?: string
        idNumber?: string
        dob?: string
      }
      contactPerson: {
        firstName?: string
        lastName?: string
        phone?: string
        email?: string
        sameAs?: 'shipping' | 'owner' | 'other'
      }
      deviceDetails: { [key: string]: number }
      contacts: {
        name?: string
        relation?: string
        email?: string
        phone?: string | null
        smsAlerts?: boolean
        createUserInPortal?: boolean
        sosPriority?: 'HIGH' | 'MEDIUM' | 'LOW'
      }[]
      declaration: { consentToEmail: boolean; date: string }
    }
    reason: never
  }
  /**
   * Mail the link to the wizard of a device; it always leads to our own address
   *
   * For ADMIN, MANAGER, SUPERVISOR. No API key may. At most 20 calls in 60 min by one person.
   */
  onboardingEmail: {
    input: { body: { deviceUUID: string; emailAddress: string; baseURL: string } }
    reply: null
    reason: 'deviceOwned' | 'noMail'
  }
  /**
   * How far the newest request for a device has come, for whoever has its link; nothing of whose it is
   *
   * For everybody: nobody need be signed in. At most 10 calls in 1 min from one address.
   */
  onboardingStatus: {
    input: { params: { deviceId: string } }
    reply: {
      status: 'SUBMITTED' | 'APPROVED' | 'REJECTED'
      submittedAt: string
      decidedAt: string | null
      isConnected: boolean
    }
    reason: never
  }
  /**
   * Say who will wear a device and whom to call; it is decided on by the staff
   *
   * For everybody: nobody need be signed in. At most 10 calls in 1 min from one address.
   */
  onboardingSubmit: {
    input: {
      body: {
        shipping: {
          firstName: string
          lastName: string
          streetAddress: string
          city: string
          phone: string
          email: string
        }
        owner: {
          firstName: string
          lastName: string
          streetAddress: string
          city: string
          healthOrganisation: string
          idNumber: string
          phone: string
          email: string
          dob?: string
        }
        contactPerson: {
          sameAs: 'shipping' | 'owner' | 'other'
          firstName?: string
          lastName?: string
          phone?: string
          email?: string
        }
        deviceDetails?: {
          averageHeartRate?: number
          averageSystolic?: number
          averageDiastolic?: number
          heartRateIntervalMinutes?: number
          bloodPressureIntervalMinutes?: number
          gpsIntervalMinutes?: number
        }
        contacts?: {
          name: string
          relation:
            | 'son'
            | 'daughter'
            | 'husband'
            | 'wife'
            | 'father'
            | 'mother'
            | 'brother'
            | 'sister'
            | 'son-in-law'
            | 'daughter-in-law'
          email: string
          phone?: string | null
          smsAlerts?: boolean
          createUserInPortal?: boolean
          sosPriority?: 'HIGH' | 'MEDIUM' | 'LOW'
        }[]
        declaration: { confirmed: true; consentToEmail?: boolean; date: string }
        deviceUUID: string
        supervisorId?: string
      }
    }
    reply: { deviceUUID: string; status: 'SUBMITTED' | 'APPROVED' | 'REJECTED' }
    reason: 'alreadyOnboarding' | 'deviceOwned'
  }
  /**
   * Whether a device waits for its owner: by its uuid, never its IMEI
   *
   * For everybody: nobody need be signed in. At most 10 calls in 1 min from one address.
   */
  onboardingValid: {
    input: { params: { deviceId: string } }
    reply: { deviceUUID: string; isValid: true }
    reason: 'alreadyOnboarding' | 'deviceOwned'
  }
  /**
   * By which channels alarms reach you, and what is missing where they do not
   *
   * For whoever is signed in. No API key may.
   */
  ownChannels: { input: Nothing; reply: { channels: Schemas.OwnChannel[] }; reason: never }
  /**
   * Whether you are asked to say each day that you are well
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER, RELATIVE, USER, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  ownCheckIn: {
    input: Nothing
    reply: { checkIn: { by: string; checkedInAt: string | null } | null }
    reason: never
  }
  /**
   * The companies that you have an account at, and how many alarms wait in each
   *
   * For whoever is signed in. No API key may.
   */
  ownCompanies: { input: Nothing; reply: { companies: Schemas.OwnCompany[] }; reason: never }
  /**
   * By which programs of your own you may read what is yours, and those that do
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER, RELATIVE, USER, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  ownLinks: {
    input: Nothing
    reply: { links: Schemas.PersonalLink[]; possible: ('calendar' | 'homeAssistant')[] }
    reason: never
  }
  /**
   * Your passkeys; `isPossible`: false where this installation has no address that they work at
   *
   * For whoever is signed in. No API key may.
   */
  ownPasskeys: { input: Nothing; reply: { passkeys: Schemas.Passkey[]; isPossible: boolean }; reason: never }
  /**
   * The devices you own or are a relative of
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  ownedDevices: {
    input: {
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        filterKey?: 'all' | 'isSold' | 'isNotSold' | 'active' | 'inactive' | 'online' | 'offline'
      }
    }
    reply: { devices: Schemas.Device[]; total: number }
    reason: never
  }
  /**
   * Show a code on the screen of the watch that is connected: each connection is sent another
   *
   * For ADMIN, MANAGER, SUPERVISOR. No API key may. At most 10 calls in 10 min by one person.
   */
  pairDevice: {
    input: { params: { uuid: string } }
    reply: { identity: Schemas.DeviceIdentity }
    reason: 'notOfThisModel'
  }
  /**
   * Switch the panic mode of a watch on or off
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:command`. At most 60 calls in 1 min by one person.
   */
  panicMode: {
    input: { body: { deviceUUID: string; on: boolean } }
    reply: { command: Schemas.Command; lastSeenAt: string | null }
    reason: 'notOfThisModel'
  }
  /**
   * All that you may see of a person, page by page, as a Bundle of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `people:read`.
   */
  patientEverything: {
    input: {
      params: { id: string }
      query?: { start?: string; end?: string; _type?: string; _count?: string; _cursor?: string }
    }
    reply: Response
    reason: never
  }
  /**
   * Send nothing to a webhook for now; what happens meanwhile waits for 30 days
   *
   * For ADMIN, MANAGER. No API key may.
   */
  pauseWebhook: { input: { params: { uuid: string } }; reply: { webhook: Schemas.Webhook }; reason: never }
  /**
   * Say where rooms of a branch are on its floor plan; those not named stay where they are
   *
   * For ADMIN, MANAGER. No API key may.
   */
  placeRooms: {
    input: {
      params: { uuid: string }
      body: { rooms: { uuid: string; spot: { x: number; y: number } | null }[]; updatedAt: string }
    }
    reply: {
      plan: Schemas.FloorPlan | null
      rooms: { uuid: string; name: string; spot: { x: number; y: number } | null }[]
    }
    reason: 'conflict'
  }
  /**
   * What whoever runs this portal has set for its screens
   *
   * For whoever is signed in. No API key may.
   */
  portalSettings: {
    input: Nothing
    reply: { hasStreets: boolean; mapStyleUrl: string | null; pushKey: string | null }
    reason: never
  }
  /**
   * Every position of a device or a person, in order of time
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`. At most 60 calls in 10 min by one person.
   */
  positionsCsv: {
    input: { query?: { imei?: string; wearerUUID?: string; from?: string; to?: string } }
    reply: Response
    reason: never
  }
  /**
   * Every position of a device or a person, in order of time
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`. At most 60 calls in 10 min by one person.
   */
  positionsJson: {
    input: { query?: { imei?: string; wearerUUID?: string; from?: string; to?: string } }
    reply: Response
    reason: never
  }
  /**
   * Begin an export of all that you may see, asked for by Parameters (Bulk Data Access)
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  postExportAll: {
    input: {
      body: {
        resourceType: 'Parameters'
        id?: string
        meta?: { [key: string]: unknown }
        parameter?: (
          | { name: '_since'; valueInstant: string }
          | { name: '_type'; valueString: string }
          | {
              name: '_outputFormat'
              valueString: 'application/fhir+ndjson' | 'application/ndjson' | 'ndjson'
            }
        )[]
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Begin an export of the people of a branch or a company, asked for by Parameters (Bulk Data Access)
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  postExportGroup: {
    input: {
      params: { id: string }
      body: {
        resourceType: 'Parameters'
        id?: string
        meta?: { [key: string]: unknown }
        parameter?: (
          | { name: '_since'; valueInstant: string }
          | { name: '_type'; valueString: string }
          | {
              name: '_outputFormat'
              valueString: 'application/fhir+ndjson' | 'application/ndjson' | 'ndjson'
            }
        )[]
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Begin an export of all people under care, asked for by Parameters (Bulk Data Access)
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  postExportPatients: {
    input: {
      body: {
        resourceType: 'Parameters'
        id?: string
        meta?: { [key: string]: unknown }
        parameter?: (
          | { name: '_since'; valueInstant: string }
          | { name: '_type'; valueString: string }
          | {
              name: '_outputFormat'
              valueString: 'application/fhir+ndjson' | 'application/ndjson' | 'ndjson'
            }
        )[]
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Who was where, newest first: of one beacon, in one room, or of all in your scope; the last day unless asked otherwise
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`.
   */
  presences: {
    input: {
      query?: {
        page?: number
        size?: number
        beaconUuid?: string
        roomUuid?: string
        from?: string
        to?: string
      }
    }
    reply: { presences: Schemas.Stay[]; total: number }
    reason: never
  }
  /**
   * A browser says that it drew the note of a message, or that its person opened it
   *
   * For everybody: nobody need be signed in. At most 120 calls in 10 min from one address.
   */
  pushReceipt: { input: { body: { delivery: string; state: 'shown' | 'seen' } }; reply: null; reason: never }
  /**
   * Who did and who looked at what: one, as a AuditEvent of FHIR R4
   *
   * For ADMIN, MANAGER. An API key may with the scope `audit:read`.
   */
  readAuditEvent: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * Incidents: alarms that belong together, as they were told: one, as a Communication of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. An API key may with the scopes `fhir:read` and `alarms:read`.
   */
  readCommunication: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * What somebody wore from when until when: one, as a DeviceUseStatement of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `people:read`.
   */
  readDeviceUse: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * Watches: one, as a Device of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `devices:read`.
   */
  readFhirDevice: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * Branches and their rooms: one, as a Location of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `rooms:read`.
   */
  readFhirLocation: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * Alarms, open and over, and what has to be known of somebody: one, as a Flag of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. An API key may with the scopes `fhir:read` and `alarms:read`.
   */
  readFlag: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * The people of a company, and of each of its branches: one, as a Group of FHIR R4
   *
   * For MANAGER, SUPERVISOR. An API key may with the scopes `fhir:read` and `people:read`.
   */
  readGroup: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * What was measured: one, as a Observation of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `readings:read`.
   */
  readObservation: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * People under care: one, as a Patient of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `people:read`.
   */
  readPatient: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * Who is around somebody: one, as a RelatedPerson of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. An API key may with the scopes `fhir:read` and `people:read`.
   */
  readRelatedPerson: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * Where programs are told of what happens: one, as a Subscription of FHIR R4
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  readSubscription: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * A file: for whoever sent it, and whoever may see what it hangs on
   *
   * For whoever is signed in. No API key may.
   */
  readUpload: {
    input: { params: { uuid: string }; query?: { small?: string } }
    reply: Response
    reason: never
  }
  /**
   * Every reading of a device or a person, metric by metric, each in order of time
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `readings:read`. At most 60 calls in 10 min by one person.
   */
  readingsCsv: {
    input: {
      query?: {
        imei?: string
        wearerUUID?: string
        from?: string
        to?: string
        metric?:
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
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Every reading of a device or a person, metric by metric, each in order of time
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `readings:read`. At most 60 calls in 10 min by one person.
   */
  readingsJson: {
    input: {
      query?: {
        imei?: string
        wearerUUID?: string
        from?: string
        to?: string
        metric?:
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
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Latest value, maximum today and of 7 days, for each metric ("today" is yours)
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `readings:read`.
   */
  readingsOverview: {
    input: { params: { imei: string } }
    reply: { overview: Schemas.VitalOverview[] }
    reason: never
  }
  /**
   * Every reading of every metric since a moment, oldest first, at most 10,000
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `readings:read`.
   */
  readingsSince: {
    input: { params: { imei: string; time: string } }
    reply: {
      readings: {
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
        value: number
      }[]
      more: boolean
    }
    reason: never
  }
  /**
   * Say no
   *
   * For whoever is signed in. No API key may. At most 30 calls in 1 min by one person.
   */
  refuseInvitation: {
    input: { body: { uuid: string } }
    reply: { invitation: Schemas.Invitation }
    reason: 'invitationAnswered' | 'invitationLapsed' | 'invitationWithdrawn'
  }
  /**
   * Make an account of your own. Where mail is sent (`confirmByMail`), a link to choose the password comes by mail, and the answer does not tell whether the address had an account
   *
   * For everybody: nobody need be signed in. At most 20 calls in 60 min from one address.
   */
  register: {
    input: {
      body: {
        firstName: string
        lastName?: string
        userName?: string
        email: string
        password: string
        contactNumber?: string
        countryCode?: string
        selectedLanguage?: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
      }
    }
    reply: { email: string; confirmByMail: boolean; strength: Schemas.Strength }
    reason: 'accountThere' | 'emailTaken' | 'userNameTaken'
  }
  /**
   * Try a chain for a watch: its steps are walked for real, and everything about it says that it is a test
   *
   * For ADMIN, MANAGER. No API key may.
   */
  rehearseEscalation: {
    input: { body: { deviceUUID: string; family: 'EMERGENCY' | 'HIGH' | 'MEDIUM' | 'LOW' | 'TECHNICAL' } }
    reply: { alarm: Schemas.Alarm }
    reason: 'rehearsalRuns'
  }
  /**
   * Say no to an onboarding request
   *
   * For ADMIN, MANAGER, SUPERVISOR. No API key may.
   */
  rejectOnboarding: {
    input: { params: { uuid: string }; body: { reason: string } }
    reply: { request: Schemas.OnboardingRequest }
    reason: 'alreadyDecided'
  }
  /**
   * What this device sent and we could not use, with the reason
   *
   * For ADMIN, MANAGER, SUPERVISOR. An API key may with the scope `devices:read`.
   */
  rejectedMessages: {
    input: { params: { uuid: string }; query?: { page?: number; size?: number } }
    reply: {
      messages: {
        receivedAt: string
        topic: string
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
        format: string | null
        bytes: number
      }[]
      total: number
    }
    reason: never
  }
  /**
   * Sign in by this passkey no longer; the password is asked for
   *
   * For whoever is signed in. No API key may.
   */
  removePasskey: {
    input: { params: { uuid: string }; body: { password: string } }
    reply: null
    reason: 'twoStepAsked'
  }
  /**
   * Send messages of a webhook again, by the ids that they had: one, all that were given up since a moment, or all that were sent or given up since then, but for readings
   *
   * For ADMIN, MANAGER. No API key may. At most 60 calls in 10 min by one person.
   */
  replayWebhook: {
    input: {
      params: { uuid: string }
      body: { deliveryUUID: string } | { failedSince: string } | { since: string }
    }
    reply: { queued: number }
    reason: never
  }
  /**
   * Factory reset: erases the owner, the relatives and the settings here, and tells the watch to do the same
   *
   * For ADMIN, MANAGER. No API key may.
   */
  resetDevice: {
    input: { params: { uuid: string } }
    reply: { device: Schemas.Device; command: Schemas.Command }
    reason: 'deviceWorn'
  }
  /**
   * Forget the Telegram channel: your own (`currentUser`), or that of a person you manage
   *
   * For whoever is signed in. No API key may.
   */
  resetTelegram: { input: { params: { userKey: string } }; reply: null; reason: 'conflict' }
  /**
   * Switch off the second step of a person
   *
   * For ADMIN, MANAGER. No API key may.
   */
  resetTotp: { input: { params: { uuid: string } }; reply: null; reason: 'twoStepElsewhere' }
  /**
   * Send again to a webhook that is paused, what waits for it first
   *
   * For ADMIN, MANAGER. No API key may.
   */
  resumeWebhook: {
    input: { params: { uuid: string } }
    reply: { webhook: Schemas.Webhook }
    reason: 'webhookKeyEnded'
  }
  /**
   * End an API key for good: calls by it are refused and its live sockets closed at once
   *
   * For ADMIN, MANAGER. No API key may.
   */
  revokeApiKey: { input: { params: { uuid: string } }; reply: null; reason: never }
  /**
   * The roles, name to id
   *
   * For whoever is signed in. No API key may.
   */
  roleListing: {
    input: Nothing
    reply: {
      roles: {
        ADMIN: number
        MANAGER: number
        SUPERVISOR: number
        OWNER: number
        RELATIVE: number
        USER: number
        MONITOR: number
        BRANCH_MONITOR: number
        COMPANY_MONITOR: number
      }
    }
    reason: never
  }
  /**
   * Who looked after which room since a moment, newest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `alarms:read`.
   */
  roomCheckLogs: {
    input: { params: { since: string } }
    reply: {
      roomCheckLogs: {
        uuid: string
        room: { uuid: string; name: string }
        user: { uuid: string; name: string } | null
        at: string
        status: string | null
        note: string | null
      }[]
    }
    reason: never
  }
  /**
   * The live room view: what stands in each room, what its sensors say, who is there, what is open
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`. Answered alike at `GET /api/blt/getRoomsData`.
   */
  roomsData: {
    input: { query?: { branchUuid?: string } }
    reply: { rooms: Schemas.RoomView[]; at: string; waiting: number }
    reason: never
  }
  /**
   * Make a new secret for an API key; the one of before is good for the hours of grace, and none older. The password is asked for
   *
   * For ADMIN, MANAGER. No API key may. At most 60 calls in 10 min by one person.
   */
  rotateApiKey: {
    input: { params: { uuid: string }; body: { graceHours: 0 | 1 | 24; password: string } }
    reply: { apiKey: Schemas.ApiKey; secret: string }
    reason: never
  }
  /**
   * Make a new password for a device; the old one stops working at once
   *
   * For ADMIN, MANAGER. No API key may.
   */
  rotateCredentials: {
    input: { params: { uuid: string } }
    reply: { credentials: Schemas.Credentials }
    reason: never
  }
  /**
   * Make a new password for a gateway; the old one stops working
   *
   * For ADMIN, MANAGER. No API key may.
   */
  rotateGatewayCredentials: {
    input: { params: { uuid: string } }
    reply: { credentials: Schemas.Credentials }
    reason: never
  }
  /**
   * Make a new secret for a webhook; for the hours of grace messages bear the signatures of both. The password is asked for
   *
   * For ADMIN, MANAGER. No API key may. At most 60 calls in 10 min by one person.
   */
  rotateWebhook: {
    input: { params: { uuid: string }; body: { graceHours: 0 | 1 | 24; password: string } }
    reply: { webhook: Schemas.Webhook; secret: string }
    reason: never
  }
  /**
   * Customers and devices, this month and to date ("month" is yours)
   *
   * For ADMIN, MANAGER. No API key may.
   */
  salesDashboard: {
    input: { query?: { companyUuid?: string; branchUuid?: string } }
    reply: {
      toDate: {
        customers: { supervised: number; private: number }
        devices: { sold: number; unsold: number }
      }
      thisMonth: {
        customers: { supervised: number; private: number }
        devices: { sold: number; unsold: number }
      }
      days: { day: string; sold: number; customers: number }[]
      months: { month: string; sold: number; customers: number }[]
    }
    reason: never
  }
  /**
   * People under care by name, room or IMEI, and devices, accounts, companies and branches in your scope whose name holds the text
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  search: { input: { query: { q: string } }; reply: { suggestions: Schemas.Suggestion[] }; reason: never }
  /**
   * Who did and who looked at what: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For ADMIN, MANAGER. An API key may with the scope `audit:read`.
   */
  searchAuditEvents: {
    input: {
      query?: {
        _id?: string | string[]
        patient?: string | string[]
        entity?: string | string[]
        date?: string | string[]
        _sort?: 'date' | '-date'
        _count?: string
        _cursor?: string
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Incidents: alarms that belong together, as they were told: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. An API key may with the scopes `fhir:read` and `alarms:read`.
   */
  searchCommunications: {
    input: {
      query?: {
        _id?: string | string[]
        patient?: string | string[]
        subject?: string | string[]
        status?: string | string[]
        sent?: string | string[]
        _lastUpdated?: string | string[]
        _sort?: 'sent' | '-sent' | '_lastUpdated' | '-_lastUpdated'
        _count?: string
        _cursor?: string
      }
    }
    reply: Response
    reason: never
  }
  /**
   * What somebody wore from when until when: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `people:read`.
   */
  searchDeviceUses: {
    input: {
      query?: {
        _id?: string | string[]
        patient?: string | string[]
        subject?: string | string[]
        _count?: string
        _cursor?: string
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Watches: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `devices:read`.
   */
  searchFhirDevices: {
    input: {
      query?: {
        _id?: string | string[]
        identifier?: string | string[]
        patient?: string | string[]
        status?: string | string[]
        _lastUpdated?: string | string[]
        _sort?: '_lastUpdated' | '-_lastUpdated'
        _count?: string
        _cursor?: string
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Branches and their rooms: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `rooms:read`.
   */
  searchFhirLocations: {
    input: {
      query?: {
        _id?: string | string[]
        status?: string | string[]
        partof?: string | string[]
        _lastUpdated?: string | string[]
        _sort?: 'name' | '-name' | '_lastUpdated' | '-_lastUpdated'
        _count?: string
        _cursor?: string
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Alarms, open and over, and what has to be known of somebody: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER. An API key may with the scopes `fhir:read` and `alarms:read`.
   */
  searchFlags: {
    input: {
      query?: {
        _id?: string | string[]
        patient?: string | string[]
        subject?: string | string[]
        status?: string | string[]
        date?: string | string[]
        _lastUpdated?: string | string[]
        _sort?: 'date' | '-date' | '_lastUpdated' | '-_lastUpdated'
        _count?: string
        _cursor?: string
      }
    }
    reply: Response
    reason: never
  }
  /**
   * The people of a company, and of each of its branches: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For MANAGER, SUPERVISOR. An API key may with the scopes `fhir:read` and `people:read`.
   */
  searchGroups: {
    input: { query?: { _id?: string | string[]; _count?: string; _cursor?: string } }
    reply: Response
    reason: never
  }
  /**
   * What was measured: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `readings:read`.
   */
  searchObservations: {
    input: {
      query?: {
        _id?: string | string[]
        patient?: string | string[]
        subject?: string | string[]
        code?: string | string[]
        category?: string | string[]
        status?: string | string[]
        date?: string | string[]
        _sort?: 'date' | '-date'
        _count?: string
        _cursor?: string
      }
    }
    reply: Response
    reason: never
  }
  /**
   * People under care: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scopes `fhir:read` and `people:read`.
   */
  searchPatients: {
    input: {
      query?: {
        _id?: string | string[]
        identifier?: string | string[]
        _lastUpdated?: string | string[]
        _sort?:
          | 'family'
          | '-family'
          | 'name'
          | '-name'
          | 'birthdate'
          | '-birthdate'
          | '_lastUpdated'
          | '-_lastUpdated'
        _count?: string
        _cursor?: string
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Who is around somebody: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. An API key may with the scopes `fhir:read` and `people:read`.
   */
  searchRelatedPersons: {
    input: {
      query?: { _id?: string | string[]; patient?: string | string[]; _count?: string; _cursor?: string }
    }
    reply: Response
    reason: never
  }
  /**
   * Where programs are told of what happens: a page of those in your scope, as a Bundle of FHIR R4
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  searchSubscriptions: {
    input: {
      query?: { _id?: string | string[]; status?: string | string[]; _count?: string; _cursor?: string }
    }
    reply: Response
    reason: never
  }
  /**
   * Ask for the configuration to be sent to a gateway
   *
   * For ADMIN, MANAGER. An API key may with the scope `rooms:write`. Answered alike at `POST /api/blt/sendConfigToGateway`.
   */
  sendConfigToGateway: {
    input: { body: { uuid: string } }
    reply: { gateway: Schemas.Gateway }
    reason: 'conflict' | 'notOfThisModel'
  }
  /**
   * Give a branch a floor plan, one picture as multipart/form-data, in place of the one it has; the rooms stay where they were placed
   *
   * For ADMIN, MANAGER. No API key may. At most 60 calls in 10 min by one person.
   */
  sendFloorPlan: {
    input: { params: { uuid: string }; form: FormData }
    reply: {
      plan: Schemas.FloorPlan | null
      rooms: { uuid: string; name: string; spot: { x: number; y: number } | null }[]
    }
    reason: never
  }
  /**
   * Mail a link to choose a new password; the answer is the same whether anybody has this key
   *
   * For everybody: nobody need be signed in. At most 20 calls in 60 min from one address.
   */
  sendRecoveryEmail: {
    input: { body: { key?: string } }
    reply: { email: string; isMailed: boolean }
    reason: never
  }
  /**
   * Mail a person a link to choose a new password: it goes to their own mailbox alone
   *
   * For ADMIN, MANAGER. No API key may.
   */
  sendRecoveryTo: { input: { params: { uuid: string } }; reply: null; reason: 'noMail' }
  /**
   * Send a watch the SMS that points it to this server. The password is kept nowhere; left out, it is the one the model is made with. Refused within two minutes of the last one
   *
   * For ADMIN, MANAGER. No API key may. At most 20 calls in 1 min by one person.
   */
  sendSetUpSms: {
    input: { params: { uuid: string }; body: { password?: string } }
    reply: { message: Schemas.SetUpMessage }
    reason: 'setUpClosed' | 'setUpNoChannel' | 'setUpNoHost' | 'setUpNoNumber' | 'setUpNoText'
  }
  /**
   * Let a watch ring (FIND), or measure now (MEASURE)
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:command`. At most 60 calls in 1 min by one person.
   */
  sendSignal: {
    input: { body: { deviceUUID: string; kind?: 'FIND' | 'MEASURE' } }
    reply: { command: Schemas.Command; lastSeenAt: string | null }
    reason: 'notOfThisModel'
  }
  /**
   * Whom you or your house asked, newest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  sentInvitations: {
    input: { query?: { page?: number; size?: number } }
    reply: { invitations: Schemas.SentInvitation[]; total: number }
    reason: never
  }
  /**
   * Where you are signed in
   *
   * For whoever is signed in. No API key may.
   */
  sessionListing: {
    input: Nothing
    reply: {
      sessions: {
        uuid: string
        isThis: boolean
        createdAt: string
        lastSeenAt: string
        address: string | null
        machine: string | null
      }[]
    }
    reason: never
  }
  /**
   * What you call somebody you are related to, on your own screens and in your own messages; null: by their name
   *
   * For OWNER, RELATIVE. No API key may.
   */
  setNickname: {
    input: { body: { wearerUUID: string; nickname: string | null } }
    reply: { wearer: Schemas.WearerSummary }
    reason: never
  }
  /**
   * Whoever is responsible for a person says that they are that person themselves, and so says by a tap that they are well; it is taken back by whoever may change the person
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  setOwnAccount: {
    input: { params: { uuid: string }; body: { isYou: boolean } }
    reply: { ownAccount: { name: string; isYours: boolean } | null }
    reason: 'conflict'
  }
  /**
   * Say by which public keys the program of an API key may sign in for FHIR (SMART backend services), or that it may not; access tokens by keys that are left out end at once. The password is asked for
   *
   * For ADMIN, MANAGER. No API key may. At most 60 calls in 10 min by one person.
   */
  setPublicKeys: {
    input: { params: { uuid: string }; body: { jwks: string | null; password: string } }
    reply: { apiKey: Schemas.ApiKey }
    reason: never
  }
  /**
   * Send alerts by SMS, or not: to yourself, or to a person you manage
   *
   * For whoever is signed in. No API key may.
   */
  setSms: {
    input: { body: { userUuid?: string; sendSms: boolean } }
    reply: { sendSms: boolean }
    reason: 'conflict'
  }
  /**
   * Say that a device is sold, or not
   *
   * For ADMIN, MANAGER. An API key may with the scope `devices:write`.
   */
  setSold: {
    input: { body: { deviceUUID: string; isSold: boolean } }
    reply: { device: Schemas.Device }
    reason: 'conflict'
  }
  /**
   * Who changed which setting of a watch from what to what, newest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `devices:read`.
   */
  settingsHistory: {
    input: {
      params: { uuid: string }
      query?: { page?: number; size?: number; search?: string; sort?: string }
    }
    reply: {
      changes: {
        uuid: string
        at: string
        by: string | null
        revision: number
        change: { [key: string]: { from: unknown; to: unknown } }
      }[]
      total: number
    }
    reason: never
  }
  /**
   * What one shift of a branch hands over to the next: who has something, and how many have nothing. Left out, it is the shift that ran an hour ago, until now
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  shiftSheet: {
    input: { query: { branch: string; from?: string; to?: string } }
    reply: { sheet: Schemas.ShiftSheet }
    reason: never
  }
  /**
   * What the shifts of a branch handed over, as it was kept at the end of each: the newest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  shiftSheets: {
    input: { query: { branch: string } }
    reply: {
      sheets: {
        uuid: string
        number: string
        from: string
        to: string
        madeAt: string
        late: boolean
        redacted: boolean
      }[]
    }
    reason: never
  }
  /**
   * Whether a simulator runs, and which watches it plays
   *
   * For ADMIN. No API key may.
   */
  simulatorState: {
    input: Nothing
    reply: { isRunning: boolean; watches: Schemas.SimulatedWatch[] }
    reason: never
  }
  /**
   * Put an alarm off: at most 15 min a critical one, 60 a high, 240 a medium, 1440 a low; never a cry for help
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  snoozeAlarm: {
    input: { params: { uuid: string }; body: { minutes: number } }
    reply: { alarm: Schemas.Alarm }
    reason: 'alarmClosed' | 'conflict' | 'snoozeNever' | 'snoozeTooLong'
  }
  /**
   * Do something with many devices: those named, or all that match as the list does. Refused (409, with how many there are and their digest) where they are not as many as was said, or others
   *
   * For ADMIN, MANAGER. No API key may. At most 30 calls in 1 min by one person.
   */
  startFleetJob: {
    input: {
      body: {
        action:
          | { kind: 'ACTIVE'; isActive: boolean }
          | { kind: 'MOVE'; branchUuid: string }
          | { kind: 'INTERVAL'; locationIntervalMinutes: number }
          | { kind: 'COMMAND'; command: 'MEASURE' | 'LOCATE' }
        which:
          | { uuids: string[] }
          | {
              filterKey: 'all' | 'isSold' | 'isNotSold' | 'active' | 'inactive' | 'online' | 'offline'
              search?: string
              company?: (string | 'none')[]
              branch?: (string | 'none')[]
              deviceModel?: string[]
              firmware?: string[]
              silence?: ('HEARD' | 'HOUR' | 'DAY' | 'WEEK' | 'NEVER')[]
              battery?: ('EMPTY' | 'LOW' | 'HALF' | 'FULL' | 'UNKNOWN')[]
              settings?: ('REACHED' | 'DIFFERENT')[]
              messages?: ('READ' | 'UNREAD')[]
              digest: string
            }
        expected: number
      }
    }
    reply: { job: Schemas.FleetJob }
    reason: 'fleetBusy' | 'fleetChanged' | 'fleetOthers' | 'fleetTooMany'
  }
  /**
   * Let something happen to a watch of the simulator
   *
   * For ADMIN. No API key may.
   */
  startScenario: {
    input: {
      body: {
        imei: string
        scenario:
          | 'sos'
          | 'fall'
          | 'unknown-alarm'
          | 'racing-pulse'
          | 'slow-fever'
          | 'infection'
          | 'low-battery'
          | 'off-wrist'
          | 'wandering'
          | 'lost-signal'
          | 'late-batch'
          | 'no-movement'
          | 'late-check-in'
          | 'two-of-one'
          | 'outage'
      }
    }
    reply: null
    reason: 'noSimulator' | 'notSimulated'
  }
  /**
   * Begin to walk through a room with a tag that nobody carries; one walk at a time with each tag
   *
   * For ADMIN, MANAGER. No API key may.
   */
  startWalk: {
    input: { body: { roomUuid: string; beaconUuid: string } }
    reply: { walk: Schemas.Walk }
    reason: 'walkGatewayDown' | 'walkGoingOn'
  }
  /**
   * Keep no list any more: what stands on it is struck out, and alarms go to all nurses of the branch again
   *
   * For ADMIN, MANAGER, SUPERVISOR. An API key may with the scope `duties:write`.
   */
  stopDuties: { input: { body: { branchUUID: string } }; reply: null; reason: never }
  /**
   * Stop what is being done with many devices: what is done stays and can be taken back, the rest is not done
   *
   * For ADMIN, MANAGER. No API key may.
   */
  stopFleetJob: { input: { params: { uuid: string } }; reply: { job: Schemas.FleetJob }; reason: never }
  /**
   * Tell this browser of your alarms also while nobody looks at it
   *
   * For whoever is signed in. No API key may. At most 30 calls in 10 min by one person.
   */
  subscribePush: {
    input: {
      body: { endpoint: string; keys: { p256dh: string; auth: string }; expirationTime?: number | null }
    }
    reply: null
    reason: 'noPush'
  }
  /**
   * What a Subscription was told, by the numbers of its events, as it is now
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  subscriptionEvents: {
    input: {
      params: { id: string }
      query?: {
        eventsSinceNumber?: string
        eventsUntilNumber?: string
        content?: 'empty' | 'id-only' | 'full-resource'
      }
    }
    reply: Response
    reason: never
  }
  /**
   * How a Subscription stands, and how many events there were
   *
   * For MANAGER, SUPERVISOR. An API key may with the scope `fhir:read`.
   */
  subscriptionStatus: { input: { params: { id: string } }; reply: Response; reason: never }
  /**
   * Act as another account of yours on this sign-in: its token takes the place of the one you ask with
   *
   * For whoever is signed in. No API key may. At most 60 calls in 1 min by one person.
   */
  switchCompany: {
    input: { body: { accountUuid: string } }
    reply: { token: string; user: Schemas.CurrentUser }
    reason: 'conflict' | 'signInAgain'
  }
  /**
   * Nobody wears this device any more, from now on or since or from when is said; it is cleared of what was theirs
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  takeBackDevice: {
    input: { body: { deviceUUID: string; until?: string } }
    reply: { wearer: Schemas.Wearer }
    reason: 'conflict' | 'deviceNotWorn' | 'deviceWorn'
  }
  /**
   * Say that you are on it; it takes every alarm of it that nobody has, or with `alarms`, those that you were shown, only what is no graver than they
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  takeIncident: {
    input: { params: { uuid: string }; body: { alarms?: string[] } }
    reply: { notifications: Schemas.Notification[]; changed?: string[] }
    reason: never
  }
  /**
   * The tasks made in the last days (yours, counting today), or between two moments, in figures
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `tasks:read`.
   */
  taskDashboard: {
    input: { query?: { days?: '1' | '3' | '7' | '14'; from?: string; to?: string } }
    reply: {
      from: string
      to: string
      total: number
      unassigned: number
      systemCreated: number
      done: number
      inProgress: number
      open: number
      deferred: number
      overdue: number
      types: { sosAndAlarms: number; vitals: number; geofence: number }
      byStatus: {
        status: 'OPEN' | 'IN_PROGRESS' | 'DONE' | 'DEFERRED'
        total: number
        unassigned: number
        systemCreated: number
      }[]
      byMonitoringType: {
        monitoringType: 'VITALS' | 'BATTERY' | 'GEOFENCE' | 'SOS' | 'ALARM' | 'TASK'
        total: number
        unassigned: number
        systemCreated: number
      }[]
      days: { day: string; generated: number; resolved: number }[]
    }
    reason: never
  }
  /**
   * One task with everything that happened to it, and who did it
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `tasks:read`.
   */
  taskDetail: { input: { params: { uuid: string } }; reply: { task: Schemas.TaskDetail }; reason: never }
  /**
   * The tasks in your scope, or about one device or person, in the order they were made
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `tasks:read`. At most 60 calls in 10 min by one person.
   */
  tasksCsv: {
    input: { query?: { imei?: string; wearerUUID?: string; from?: string; to?: string } }
    reply: Response
    reason: never
  }
  /**
   * The tasks in your scope, or about one device or person, in the order they were made
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `tasks:read`. At most 60 calls in 10 min by one person.
   */
  tasksJson: {
    input: { query?: { imei?: string; wearerUUID?: string; from?: string; to?: string } }
    reply: Response
    reason: never
  }
  /**
   * The tasks about one device
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `tasks:read`.
   */
  tasksOfDevice: {
    input: {
      params: { deviceId: string }
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        status?: 'OPEN' | 'IN_PROGRESS' | 'DONE' | 'DEFERRED'
        alertType?:
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
        alertGroup?: 'SOS_AND_ALARMS' | 'VITALS' | 'GEOFENCE'
        monitoringType?: 'VITALS' | 'BATTERY' | 'GEOFENCE' | 'SOS' | 'ALARM' | 'TASK'
      }
    }
    reply: { tasks: Schemas.Task[]; total: number }
    reason: never
  }
  /**
   * The tasks in your scope that one person has
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `tasks:read`.
   */
  tasksOfUser: {
    input: {
      params: { userId: string }
      query?: {
        page?: number
        size?: number
        search?: string
        sort?: string
        status?: 'OPEN' | 'IN_PROGRESS' | 'DONE' | 'DEFERRED'
        alertType?:
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
        alertGroup?: 'SOS_AND_ALARMS' | 'VITALS' | 'GEOFENCE'
        monitoringType?: 'VITALS' | 'BATTERY' | 'GEOFENCE' | 'SOS' | 'ALARM' | 'TASK'
      }
    }
    reply: { tasks: Schemas.Task[]; total: number }
    reason: never
  }
  /**
   * Send yourself a test message by one channel; `GET /user/channels` says what came of it
   *
   * For whoever is signed in. No API key may. At most 10 calls in 10 min by one person.
   */
  testChannel: {
    input: { body: { channel: 'PUSH' | 'TELEGRAM' | 'SMS' | 'EMAIL' } }
    reply: { channels: Schemas.OwnChannel[] }
    reason: 'channelGap'
  }
  /**
   * Send a test to each of your browsers; those that are gone are forgotten
   *
   * For whoever is signed in. No API key may. At most 10 calls in 10 min by one person.
   */
  testPush: { input: Nothing; reply: { sent: number; failed: number }; reason: 'noPush' }
  /**
   * Send a message that says nothing, to see whether it comes
   *
   * For ADMIN, MANAGER. No API key may. At most 60 calls in 10 min by one person.
   */
  testWebhook: { input: { params: { uuid: string } }; reply: null; reason: 'webhookPaused' }
  /**
   * How many alarms other limits would have raised in the last days of those for whom they would hold, at most of 100 of them, drawn evenly
   *
   * For ADMIN, MANAGER. No API key may. At most 10 calls in 1 min by one person.
   */
  tryBranchLimits: {
    input: {
      params: { uuid: string }
      body: {
        metric: 'heartRate' | 'systolic' | 'diastolic' | 'spo2' | 'temperature'
        limits: {
          criticalLow?: number | null
          low?: number | null
          high?: number | null
          criticalHigh?: number | null
        }
        days?: number
      }
    }
    reply: Schemas.TriedLimitsOfHouse
    reason: never
  }
  /**
   * How often it would have been told in the last 14 days of those who are here and of whom nothing is said by name, at most of 100 of them, drawn evenly
   *
   * For ADMIN, MANAGER. No API key may. At most 10 calls in 1 min by one person.
   */
  tryBranchRoutine: {
    input: { params: { uuid: string }; body: Schemas.HouseRoutineInput }
    reply: {
      from: string
      to: string
      tried: number
      people: number
      inactivity: { total: number; markedFalse: number; people: number; known: number } | null
      checkIn: { total: number; markedFalse: number; people: number; known: number } | null
    }
    reason: never
  }
  /**
   * How often it would have been told in the last 14 days that somebody had not said by that time that they are well, by the rule that judges live
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may. At most 60 calls in 1 min by one person.
   */
  tryCheckIn: {
    input: { params: { uuid: string }; body: { checkInBy: string } }
    reply: {
      from: string
      to: string
      total: number
      markedFalse: number
      alarms: { openedAt: string; clearedAt: string | null }[]
      signs: number
    }
    reason: never
  }
  /**
   * How many alarms other limits would have raised in the last days of those for whom they would hold, at most of 100 of them, drawn evenly
   *
   * For ADMIN, MANAGER. No API key may. At most 10 calls in 1 min by one person.
   */
  tryCompanyLimits: {
    input: {
      params: { uuid: string }
      body: {
        metric: 'heartRate' | 'systolic' | 'diastolic' | 'spo2' | 'temperature'
        limits: {
          criticalLow?: number | null
          low?: number | null
          high?: number | null
          criticalHigh?: number | null
        }
        days?: number
      }
    }
    reply: Schemas.TriedLimitsOfHouse
    reason: never
  }
  /**
   * How often it would have been told in the last 14 days of those who are here and of whom nothing is said by name, at most of 100 of them, drawn evenly
   *
   * For ADMIN, MANAGER. No API key may. At most 10 calls in 1 min by one person.
   */
  tryCompanyRoutine: {
    input: { params: { uuid: string }; body: Schemas.HouseRoutineInput }
    reply: {
      from: string
      to: string
      tried: number
      people: number
      inactivity: { total: number; markedFalse: number; people: number; known: number } | null
      checkIn: { total: number; markedFalse: number; people: number; known: number } | null
    }
    reason: never
  }
  /**
   * How many alarms other limits would have raised in the last days, by the rules that judge live
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may. At most 60 calls in 1 min by one person.
   */
  tryLimits: {
    input: {
      params: { uuid: string }
      body: {
        metric: 'heartRate' | 'systolic' | 'diastolic' | 'spo2' | 'temperature'
        limits: {
          criticalLow?: number | null
          low?: number | null
          high?: number | null
          criticalHigh?: number | null
        }
        days?: number
      }
    }
    reply: Schemas.TriedLimits
    reason: never
  }
  /**
   * How often it would have been told in the last 14 days that somebody did not move for so long, by the rule that judges live: by steps, rooms and what was pressed
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may. At most 60 calls in 1 min by one person.
   */
  tryRoutine: {
    input: { params: { uuid: string }; body: { inactivityMinutes: number; dayFrom: string; dayTo: string } }
    reply: {
      from: string
      to: string
      total: number
      markedFalse: number
      alarms: { openedAt: string; clearedAt: string | null }[]
      signs: number
    }
    reason: never
  }
  /**
   * Take back what was done with many devices: each becomes what it was, unless somebody has changed it since
   *
   * For ADMIN, MANAGER. No API key may.
   */
  undoFleetJob: {
    input: { params: { uuid: string } }
    reply: { job: Schemas.FleetJob }
    reason: 'conflict' | 'fleetBusy'
  }
  /**
   * Within five seconds of taking it: it was by mistake; its alarms ask for somebody as before
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. No API key may.
   */
  undoIncident: {
    input: { params: { uuid: string } }
    reply: { notifications: Schemas.Notification[]; changed?: string[] }
    reason: 'undoTooLate'
  }
  /**
   * Beacons that your gateways hear and nobody has registered, the nearest first
   *
   * For ADMIN, MANAGER. An API key may with the scope `rooms:read`.
   */
  unknownBeacons: {
    input: {
      query?: { page?: number; size?: number; search?: string; branchUuid?: string; gatewayUuid?: string }
    }
    reply: { unknownBeacons: Schemas.UnknownBeacon[]; total: number }
    reason: never
  }
  /**
   * Whose call for help would reach nobody, now or when a duty of the next day ends
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  unreachedOf: {
    input: { params: { branch: string } }
    reply: {
      total: number
      watches: { uuid: string; name: string; wearer: Schemas.WearerSummary | null; from: string | null }[]
      onScreensAlone: number
    }
    reason: never
  }
  /**
   * What devices and gateways sent and we could not read, counted by model, format, kind of message and reason; the most frequent first
   *
   * For ADMIN. No API key may.
   */
  unreadGroups: {
    input: {
      query?: {
        page?: number
        size?: number
        days?: number
        model?: string
        reason?:
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
        device?: string
      }
    }
    reply: { groups: Schemas.UnreadGroup[]; total: number; models: string[] }
    reason: never
  }
  /**
   * The newest messages of the group that this one is of, with their bytes
   *
   * For ADMIN. No API key may. At most 120 calls in 1 min by one person.
   */
  unreadMessages: {
    input: { params: { message: number }; query?: { before?: number; size?: number; device?: string } }
    reply: {
      group: {
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
      }
      messages: Schemas.UnreadMessage[]
      next: number | null
    }
    reason: never
  }
  /**
   * How many messages of the group that this one is of the codecs of this version read; nothing is stored, and nothing rings
   *
   * For ADMIN. No API key may. At most 30 calls in 1 min by one person.
   */
  unreadReadable: {
    input: { params: { message: number } }
    reply: { tried: number; readable: number; calls: number }
    reason: never
  }
  /**
   * Who knocked without being registered: seen, not registered
   *
   * For ADMIN. No API key may.
   */
  unregisteredDevices: {
    input: { query?: { page?: number; size?: number } }
    reply: {
      devices: {
        username: string
        address: string
        format: string | null
        attempts: number
        firstSeenAt: string
        lastSeenAt: string
      }[]
      total: number
    }
    reason: never
  }
  /**
   * Tell this browser nothing any more
   *
   * For whoever is signed in. No API key may.
   */
  unsubscribePush: { input: { body: { endpoint: string } }; reply: null; reason: never }
  /**
   * Change an article: those fields named
   *
   * For ADMIN. No API key may.
   */
  updateArticle: {
    input: {
      params: { uuid: string }
      body: {
        type?: 'yoga' | 'gym' | 'general'
        title?: string
        summary?: string
        body?: string
        minutesToRead?: number
        pictureUuid?: string | null
        language?: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
        originalUuid?: string | null
        isPublished?: boolean
        updatedAt?: string
      }
    }
    reply: {
      article: {
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
        body: string
      }
    }
    reason: 'conflict' | 'hasTranslations' | 'translationTaken'
  }
  /**
   * Change a branch: those fields named; the lists, the limits and the routine are replaced whole
   *
   * For ADMIN, MANAGER. No API key may.
   */
  updateBranch: {
    input: {
      params: { uuid: string }
      body: {
        name?: string
        code?: string
        timeZone?: string
        roomStatuses?: string[]
        limits?: Schemas.HouseLimitsInput
        routine?: Schemas.HouseRoutineInput
        nurses?: string[]
        updatedAt?: string
      }
    }
    reply: { branch: Schemas.Branch }
    reason: 'codeTaken' | 'conflict'
  }
  /**
   * Change a company: those fields named; the lists, the limits and the routine are replaced whole
   *
   * For ADMIN, MANAGER. No API key may.
   */
  updateCompany: {
    input: {
      params: { uuid: string }
      body: {
        name?: string
        code?: string
        address?: string | null
        manager?: string | null
        bookmarkValues?: string[]
        limits?: Schemas.HouseLimitsInput
        routine?: Schemas.HouseRoutineInput
        sourcePinning?: 'OFF' | 'WARN' | 'STRICT'
        twoStepRoles?: ('MANAGER' | 'SUPERVISOR' | 'MONITOR' | 'BRANCH_MONITOR' | 'COMPANY_MONITOR')[]
        idleMinutes?: Schemas.IdleMinutesInput
        graceDays?: number
        updatedAt?: string
      }
    }
    reply: {
      company: {
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
        limits: {
          [key: string]: { criticalLow?: number; low?: number; high?: number; criticalHigh?: number }
        }
        routine?: Schemas.HouseRoutine
      }
    }
    reason: 'codeTaken' | 'conflict'
  }
  /**
   * Change a device: those fields named; its owner changes the name, the picture and the home location
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. An API key may with the scope `devices:write`.
   */
  updateDevice: {
    input: {
      params: { uuid: string }
      body: {
        name?: string
        imsi?: string
        deviceModel?: string
        mobileNumber?: string | null
        companyId?: string | null
        branchId?: string | null
        agentId?: string | null
        isSold?: boolean
        homeLocation?: { lat: number; lng: number } | null
        imageUrl?: null
        updatedAt?: string
      }
    }
    reply: { device: Schemas.Device }
    reason: 'conflict' | 'deviceWorn' | 'imeiTaken' | 'ownerElsewhere'
  }
  /**
   * Change a gateway or a beacon: those fields named. Without a room, a move to another branch leaves the old one
   *
   * For ADMIN, MANAGER. An API key may with the scope `rooms:write`. Answered alike at `POST /api/blt/update/{uuid}`.
   */
  updateEntity: {
    input: {
      params: { uuid: string }
      body: {
        name?: string
        branchId?: string
        roomUuid?: string | null
        isActive?: boolean
        model?: string
        rssiOffset?: number
        deviceType?: 'TAG' | 'DOOR' | 'CLIMATE' | 'WATER' | 'SMOKE' | 'MOTION' | 'BUTTON'
        deviceUUID?: string | null
        staffUUID?: string | null
        ibeacon?: string | null
        bindKey?: string | null
        identityKey?: string | null
        allowedTimes?: Schemas.AllowedTimeInput[]
        maxMinutes?: number | null
        temperatureLow?: number | null
        temperatureHigh?: number | null
        humidityLow?: number | null
        humidityHigh?: number | null
        buttons?: Schemas.ButtonActsInput
        updatedAt?: string
      }
    }
    reply: { gateway: Schemas.Gateway | null; beacon: Schemas.Beacon | null }
    reason: 'conflict'
  }
  /**
   * Set a chain for a company or a branch, or take it back; it holds for the alarms to come
   *
   * For ADMIN, MANAGER. No API key may.
   */
  updateEscalation: {
    input: {
      body: {
        companyUUID: string
        branchUUID?: string
        family: 'EMERGENCY' | 'HIGH' | 'MEDIUM' | 'LOW' | 'TECHNICAL'
        chain: Schemas.ChainInput | null
        updatedAt?: string | null
      }
    }
    reply: { chains: Schemas.EscalationChain[] }
    reason: 'conflict'
  }
  /**
   * Change a fence: those fields named
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  updateFence: {
    input: {
      params: { uuid: string }
      body: {
        name?: string
        shape?:
          | { kind: 'CIRCLE'; centre: { lat: number; lng: number }; radiusM: number }
          | { kind: 'POLYGON'; corners: { lat: number; lng: number }[] }
        severity?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
        schedule?: { days: number[]; from: string; to: string } | null
        isActive?: boolean
        updatedAt?: string
      }
    }
    reply: { fence: Schemas.Fence }
    reason: 'conflict'
  }
  /**
   * Change a product: those fields named
   *
   * For ADMIN. No API key may.
   */
  updateProduct: {
    input: {
      params: { uuid: string }
      body: {
        type?: 'fitness' | 'monitoring'
        name?: string
        summary?: string
        description?: string
        price?: number | null
        currency?: string
        pictureUuid?: string | null
        isPublished?: boolean
        sort?: number
        updatedAt?: string
      }
    }
    reply: { product: Schemas.Product }
    reason: 'conflict'
  }
  /**
   * Change what is known of a relative and what they may see
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may. At most 30 calls in 1 min by one person.
   */
  updateRelation: {
    input: {
      params: { uuid: string }
      body: {
        name?: string
        relation?:
          | 'son'
          | 'daughter'
          | 'husband'
          | 'wife'
          | 'father'
          | 'mother'
          | 'brother'
          | 'sister'
          | 'son-in-law'
          | 'daughter-in-law'
        email?: string
        phonebookId?: number
        phone?: string | null
        smsAlerts?: boolean
        createUserInPortal?: boolean
        sosPriority?: 'HIGH' | 'MEDIUM' | 'LOW'
        maySeeLocation?: boolean
        maySeePast?: boolean
        updatedAt?: string
      }
    }
    reply: { relative: Schemas.Relative; account: null; invitation: Schemas.MadeInvitation | null }
    reason: 'conflict' | 'phonebookFull'
  }
  /**
   * Rename a room, or set its status to one of those its branch knows
   *
   * For ADMIN, MANAGER. An API key may with the scope `rooms:write`.
   */
  updateRoom: {
    input: { params: { uuid: string }; body: { name?: string; status?: string | null; updatedAt?: string } }
    reply: { room: Schemas.Room }
    reason: 'conflict'
  }
  /**
   * Change what is known of yourself; another number takes the password
   *
   * For whoever is signed in. No API key may.
   */
  updateSelf: {
    input: {
      body: {
        firstName?: string
        userName?: string
        contactNumber?: string
        countryCode?: string
        height?: number | null
        weight?: number | null
        gender?: 'male' | 'female' | 'other' | null
        smoking?: 0 | 1 | null
        dob?: string | null
        address?: string | null
        timeZone?: string
        quietFrom?: string
        quietTo?: string
        selectedLanguage?: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
        lastName?: string
        updatedAt?: string
        password?: string
      }
    }
    reply: { user: Schemas.UserDetail }
    reason: 'accountThere' | 'conflict' | 'emailTaken' | 'userNameTaken'
  }
  /**
   * Change a Subscription of your program, or switch it off and on again
   *
   * For MANAGER, SUPERVISOR. An API key may with the scopes `fhir:write` and `fhir:read`. At most 60 calls in 10 min by one person.
   */
  updateSubscription: {
    input: {
      params: { id: string }
      body: {
        resourceType: 'Subscription'
        id?: string
        meta?: { [key: string]: unknown }
        status: 'requested' | 'active' | 'error' | 'off'
        reason: string
        error?: string
        end?: string
        criteria: string
        _criteria?: {
          extension: {
            url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-filter-criteria'
            valueString: string
          }[]
        }
        channel: {
          type: 'rest-hook'
          endpoint: string
          payload?: 'application/fhir+json'
          _payload: {
            extension: {
              url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-payload-content'
              valueCode: 'empty' | 'id-only' | 'full-resource'
            }[]
          }
          header?: string[]
          extension?: (
            | {
                url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-heartbeat-period'
                valueUnsignedInt: number
              }
            | {
                url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-max-count'
                valuePositiveInt: number
              }
          )[]
        }
      }
    }
    reply: Response
    reason: never
  }
  /**
   * Move a task, or give it to somebody
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. An API key may with the scope `tasks:write`.
   */
  updateTask: {
    input: {
      params: { uuid: string }
      body: {
        status?: 'OPEN' | 'IN_PROGRESS' | 'DONE' | 'DEFERRED'
        assignedTo?: string | null
        title?: string
        outcome?: string
        reason?: string
        deferredUntil?: string
      }
    }
    reply: { task: Schemas.Task }
    reason: 'conflict' | 'taskMove'
  }
  /**
   * Change a person; a new role or place signs them out. Their e-mail address only until they first used the account
   *
   * For ADMIN, MANAGER. No API key may.
   */
  updateUser: {
    input: {
      params: { uuid: string }
      body: {
        firstName?: string
        userName?: string
        contactNumber?: string
        countryCode?: string
        height?: number | null
        weight?: number | null
        gender?: 'male' | 'female' | 'other' | null
        smoking?: 0 | 1 | null
        dob?: string | null
        address?: string | null
        timeZone?: string
        quietFrom?: string
        quietTo?: string
        selectedLanguage?: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr'
        lastName?: string
        updatedAt?: string
        email?: string
        role?:
          | 'ADMIN'
          | 'MANAGER'
          | 'SUPERVISOR'
          | 'OWNER'
          | 'RELATIVE'
          | 'USER'
          | 'MONITOR'
          | 'BRANCH_MONITOR'
          | 'COMPANY_MONITOR'
        userType?: 'WATCH' | 'GATEWAY'
        companyId?: string | null
        branchId?: string | null
      }
    }
    reply: { user: Schemas.UserDetail }
    reason:
      | 'accountThere'
      | 'conflict'
      | 'emailTaken'
      | 'emailTheirs'
      | 'hasDevices'
      | 'lastAdmin'
      | 'reachedByNobody'
      | 'userNameTaken'
      | 'worksElsewhere'
      | 'yourself'
  }
  /**
   * Change what is known of a person under care: those fields named. An owner changes name, birth, sex and language
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. An API key may with the scope `people:write`.
   */
  updateWearer: {
    input: {
      params: { uuid: string }
      body: {
        firstName?: string
        lastName?: string
        dob?: string | null
        sex?: 'male' | 'female' | 'other' | null
        language?: 'en' | 'iw' | 'bg' | 'ru' | 'de' | 'ar' | 'lv' | 'fr' | null
        roomId?: string | null
        bed?: string | null
        status?: 'ACTIVE' | 'AWAY' | 'LEFT' | 'DECEASED'
        awayReason?: string | null
        awayUntil?: string | null
        branchId?: string
        toCheck?: false
        updatedAt?: string
      }
    }
    reply: { wearer: Schemas.Wearer }
    reason: 'conflict' | 'deviceWorn'
  }
  /**
   * Write down what has to be known of a person: those fields named
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. An API key may with the scope `care:write`.
   */
  updateWearerCare: {
    input: {
      params: { uuid: string }
      body: {
        conditions?: string
        allergies?: string
        medicines?: string
        mobility?: string
        hearingAndSight?: string
        fallRisk?: 'LOW' | 'MEDIUM' | 'HIGH' | null
        doNotResuscitate?: boolean | null
        howToGetIn?: string
        healthOrganisation?: string
        idNumber?: string
        notes?: string
        updatedAt?: string | null
      }
    }
    reply: {
      care: Schemas.CareFacts
      updatedAt: string | null
      relatives: { uuid: string; name: string; maySeeCare: boolean }[]
    }
    reason: 'conflict'
  }
  /**
   * Say what somebody’s day is like: after how long without a sign by day, in minutes, it is told; null: never; or that it is as their branch and company say
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. An API key may with the scope `people:write`.
   */
  updateWearerRoutine: {
    input: {
      params: { uuid: string }
      body: {
        inactivityMinutes: number | null
        dayFrom: string
        dayTo: string
        checkInBy: string | null
        asHouse?: { inactivity: boolean; checkIn: boolean }
        updatedAt?: string | null
      }
    }
    reply: {
      routine: Schemas.Routine
      from?: {
        inactivity: 'PERSON' | 'BRANCH' | 'COMPANY' | 'NOBODY'
        checkIn: 'PERSON' | 'BRANCH' | 'COMPANY' | 'NOBODY'
      }
      inherited?: {
        routine: Schemas.Routine
        from: {
          inactivity: 'PERSON' | 'BRANCH' | 'COMPANY' | 'NOBODY'
          checkIn: 'PERSON' | 'BRANCH' | 'COMPANY' | 'NOBODY'
        }
      }
      ownAccount?: { name: string; isYours: boolean } | null
      mayBeYou?: boolean
      checkedInAt: string | null
      updatedAt: string | null
    }
    reason: 'conflict'
  }
  /**
   * Change where a webhook leads, what it is told of, and by which key; the password is asked for
   *
   * For ADMIN, MANAGER. No API key may. At most 60 calls in 10 min by one person.
   */
  updateWebhook: {
    input: {
      params: { uuid: string }
      body: {
        url: string
        topics: ('alarms' | 'assignments' | 'tasks' | 'readings')[]
        apiKeyUUID?: string
        password: string
      }
    }
    reply: { webhook: Schemas.Webhook }
    reason: never
  }
  /**
   * Hang the files you sent on a profile, yours or of somebody you may change, on a device or on a person under care; what is not hung up within a day is deleted
   *
   * For whoever is signed in. No API key may.
   */
  uploadComplete: {
    input: {
      body: {
        uuids: string[]
        type?: 'profile' | 'device' | 'wearer' | 'document'
        deviceUUID?: string
        userUUID?: string
        wearerUUID?: string
      }
    }
    reply: { location: string; files: Schemas.Upload[] }
    reason: never
  }
  /**
   * Send up to 3 files (one picture for a profile, a device or a person under care) as multipart/form-data
   *
   * For whoever is signed in. No API key may. At most 60 calls in 10 min by one person.
   */
  uploadFile: {
    input: { query?: { type?: 'profile' | 'device' | 'wearer' | 'document' }; form: FormData }
    reply: { location: string; files: Schemas.Upload[] }
    reason: never
  }
  /**
   * People to choose from: `all`, those of a role, or those whose name contains the text
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER, RELATIVE, USER, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  userChoices: {
    input: { params: { key: string } }
    reply: {
      users: {
        uuid: string
        name: string
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
      }[]
    }
    reason: never
  }
  /**
   * One person of your scope, by uuid, user name, e-mail or `currentUser`
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER, RELATIVE, USER, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  userDetail: { input: { params: { uuid: string } }; reply: { user: Schemas.UserDetail }; reason: never }
  /**
   * Let a person in, or no longer
   *
   * For ADMIN, MANAGER. No API key may.
   */
  userStatusChange: {
    input: { body: { uuid: string; isActive: boolean } }
    reply: { user: Schemas.UserDetail }
    reason: 'conflict' | 'lastAdmin' | 'reachedByNobody' | 'yourself'
  }
  /**
   * What is usual for whoever wears it by day and by night, of the last fortnight
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `readings:read`. At most 60 calls in 1 min by one person.
   */
  usualDay: { input: { params: { uuid: string } }; reply: Schemas.UsualDay; reason: never }
  /**
   * Who the token belongs to; 401 when it is dead
   *
   * For whoever is signed in. No API key may. Also for whoever must choose a new password first. Also for whoever must set up a second step of signing in first.
   */
  validateToken: { input: Nothing; reply: { user: Schemas.CurrentUser }; reason: never }
  /**
   * How long a walk lasts and what was received of it so far
   *
   * For ADMIN, MANAGER. No API key may.
   */
  walkProgress: { input: { params: { uuid: string } }; reply: { walk: Schemas.Walk }; reason: never }
  /**
   * The board of people: everybody in care in your scope, with what was measured of them last, where they are and what is open, in the order of triage; of more than 200 those who need somebody first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR. No API key may.
   */
  ward: {
    input: { query?: { branchUuid?: string } }
    reply: {
      people: Schemas.WardPerson[]
      calls?: Schemas.Notification[]
      total: number
      at: string
      waiting: number
    }
    reason: never
  }
  /**
   * What is wrong with the portal itself right now, so that nobody takes a silent screen for a calm one
   *
   * For whoever is signed in. No API key may.
   */
  watchFindings: { input: Nothing; reply: { findings: Schemas.Finding[] }; reason: never }
  /**
   * Which devices somebody wore, wears and is to wear from when until when, the newest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `people:read`.
   */
  wearerAssignments: {
    input: { params: { uuid: string } }
    reply: {
      assignments: {
        uuid: string
        device: { uuid: string; name: string; imei: string }
        startedAt: string
        endedAt: string | null
        end: 'TAKEN_BACK' | 'HANDED_OVER' | 'RESET' | 'MOVED' | 'DELETED' | 'ERASED' | null
        state: 'PLANNED' | 'PRESENT' | 'OVER'
        startedBy: string | null
        endedBy: string | null
      }[]
    }
    reason: never
  }
  /**
   * What was noted of a person since a moment, over everything they wore, oldest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `readings:read`.
   */
  wearerBookmarks: {
    input: { params: { uuid: string; time: string }; query?: { to?: string } }
    reply: { bookmarks: Schemas.Bookmark[] }
    reason: never
  }
  /**
   * What has to be known of a person by whoever comes to help. Each look is traced; monitors look at an open alarm, relatives where the owner says so
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `care:read`.
   */
  wearerCare: {
    input: { params: { uuid: string }; query?: { alarm?: string } }
    reply: {
      care: Schemas.CareFacts
      updatedAt: string | null
      relatives: { uuid: string; name: string; maySeeCare: boolean }[]
    }
    reason: never
  }
  /**
   * One person under care
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `people:read`.
   */
  wearerDetail: { input: { params: { uuid: string } }; reply: { wearer: Schemas.Wearer }; reason: never }
  /**
   * The last days of a person up to now, over everything they wore: how long away, and where they stayed
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`.
   */
  wearerLocationDays: {
    input: { params: { uuid: string }; query?: { days?: number } }
    reply: { timeZone: string; days: Schemas.LocationDay[] }
    reason: never
  }
  /**
   * Where a person was since a moment, over everything they wore, oldest first
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `locations:read`.
   */
  wearerLocations: {
    input: { params: { uuid: string; time: string }; query?: { to?: string } }
    reply: {
      positions: {
        time: string
        lat: number
        lng: number
        accuracy: number | null
        source: 'GPS' | 'WIFI' | 'CELL' | 'BLE'
        hidden: boolean
      }[]
      thinned: boolean
      spanMs: number
      spans: Schemas.WornSpan[]
    }
    reason: never
  }
  /**
   * Latest value, maximum today and of 7 days of a person, for each metric, over everything they wore ("today" is yours)
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `readings:read`.
   */
  wearerOverview: {
    input: { params: { uuid: string } }
    reply: { overview: Schemas.VitalOverview[] }
    reason: never
  }
  /**
   * One measurement of a person since a moment, over everything they wore
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `readings:read`.
   */
  wearerReadings: {
    input: {
      params: {
        uuid: string
        time: string
        measurement: 'heartRate' | 'bp' | 'spo2' | 'steps' | 'sleep' | 'temperature'
      }
      query?: { to?: string }
    }
    reply: {
      readings: { time: string; [key: string]: number | string }[]
      spanMs: number
      worthless?: Schemas.WorthlessSpan[]
      spans: Schemas.WornSpan[]
    }
    reason: never
  }
  /**
   * What somebody’s day is like, and what is told where it is not so
   *
   * For ADMIN, MANAGER, SUPERVISOR, MONITOR, BRANCH_MONITOR, COMPANY_MONITOR, OWNER, RELATIVE. An API key may with the scope `people:read`.
   */
  wearerRoutine: {
    input: { params: { uuid: string } }
    reply: {
      routine: Schemas.Routine
      from?: {
        inactivity: 'PERSON' | 'BRANCH' | 'COMPANY' | 'NOBODY'
        checkIn: 'PERSON' | 'BRANCH' | 'COMPANY' | 'NOBODY'
      }
      inherited?: {
        routine: Schemas.Routine
        from: {
          inactivity: 'PERSON' | 'BRANCH' | 'COMPANY' | 'NOBODY'
          checkIn: 'PERSON' | 'BRANCH' | 'COMPANY' | 'NOBODY'
        }
      }
      ownAccount?: { name: string; isYours: boolean } | null
      mayBeYou?: boolean
      checkedInAt: string | null
      updatedAt: string | null
    }
    reason: never
  }
  /**
   * The messages of a webhook in the last 30 days and every try of them, the newest first
   *
   * For ADMIN, MANAGER. No API key may.
   */
  webhookDeliveries: {
    input: {
      params: { uuid: string }
      query?: { page?: number; size?: number; state?: 'QUEUED' | 'SENT' | 'FAILED' | 'SKIPPED' }
    }
    reply: { deliveries: Schemas.WebhookDelivery[]; total: number }
    reason: never
  }
  /**
   * Ask no longer
   *
   * For ADMIN, MANAGER, SUPERVISOR, OWNER. No API key may.
   */
  withdrawInvitation: {
    input: { body: { uuid: string } }
    reply: null
    reason: 'invitationAnswered' | 'invitationLapsed' | 'invitationWithdrawn'
  }
}
