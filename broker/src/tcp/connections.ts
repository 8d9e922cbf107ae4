import type { Held } from '../presence/rows.ts'
import type { Line } from './connection.ts'

/** The open lines of watches that speak over plain sockets: one a device. */
export function createLines() {
  const byDevice = new Map<number, Line>()

  return {
    of: (deviceId: number): Line | undefined => byDevice.get(deviceId),
    count: (): number => byDevice.size,
    devices: (): IterableIterator<number> => byDevice.keys(),
    held: (): [number, Held][] => [...byDevice],
    /** Whoever signs in last has the line: a watch that came back has often not said that it was gone. */
    add(line: Line): void {
      byDevice.get(line.deviceId)?.close()
      byDevice.set(line.deviceId, line)
    },
    /** Answers whether it was the device's line, and not one that another had taken over. */
    remove: (line: Line): boolean => byDevice.get(line.deviceId) === line && byDevice.delete(line.deviceId),
  }
}

export type Lines = ReturnType<typeof createLines>
