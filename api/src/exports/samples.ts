import type * as contract from '@carewatch/contracts/http/exports'
import type { House } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'

const ofDevice = {
  of: 'row' as const,
  ask: ({ device }: House) => ({ query: { imei: device.imei } }),
}

export const samples: Samples<typeof contract> = {
  readingsCsv: ofDevice,
  readingsJson: ofDevice,
  positionsCsv: ofDevice,
  positionsJson: ofDevice,
  alarmsCsv: ofDevice,
  alarmsJson: ofDevice,
  tasksCsv: ofDevice,
  tasksJson: ofDevice,
  exportFhir: { of: 'row', ask: ({ device }) => ({ params: { imei: device.imei } }) },
}
