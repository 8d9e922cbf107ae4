import { createLog as createPartLog, type Log } from '@carewatch/platform/telemetry/log'

export type { Log }
export const createLog = (level: string): Log => createPartLog('api', level)
