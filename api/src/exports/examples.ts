import type * as contract from '@carewatch/contracts/http/exports'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'

const ofDevice = {
  of: 'row' as const,
  ask: ({ device }: CompanyFixture) => ({ query: { imei: device.imei } }),
}

export const examples: Examples<typeof contract> = {
  readingsCsv: ofDevice,
  readingsJson: ofDevice,
  positionsCsv: ofDevice,
  positionsJson: ofDevice,
  alarmsCsv: ofDevice,
  alarmsJson: ofDevice,
  tasksCsv: ofDevice,
  tasksJson: ofDevice,
  exportFhirPerson: { of: 'row', ask: ({ wearer }) => ({ params: { uuid: wearer.uuid } }) },
  exportFhir: { of: 'row', ask: ({ device }) => ({ params: { imei: device.imei } }) },
}
