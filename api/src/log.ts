import { createLog as createPartLog, type Log } from '@carewatch/telemetry/log'

export type { Log }
export const createLog = (level: string): Log => createPartLog('api', level)
