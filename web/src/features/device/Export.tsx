import {
  alarmsCsv,
  EXPORT_DAYS_MAX,
  exportFhir,
  positionsCsv,
  readingsCsv,
  readingsJson,
} from '@carewatch/contracts/http/exports'
import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { Button, Group, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { useMay } from '../../session/may.ts'
import { download } from '../../ui/controls/download.ts'
import { Section } from '../../ui/page/Section.tsx'
import type { Detail } from './load.ts'

const DAY_MS = 86_400_000
const spans = [7, 30, 90, EXPORT_DAYS_MAX] as const

const files: readonly { label: MessageId; endpoint: Endpoint; byPath?: true }[] = [
  { label: 'export.readingsCsv', endpoint: readingsCsv },
  { label: 'export.readingsJson', endpoint: readingsJson },
  { label: 'export.fhir', endpoint: exportFhir, byPath: true },
  { label: 'export.positionsCsv', endpoint: positionsCsv },
  { label: 'export.alarmsCsv', endpoint: alarmsCsv },
]

/** The device's data, to keep or to hand on. */
export function Export({ device: { imei } }: Pick<Detail, 'device'>) {
  const intl = useIntl()
  const may = useMay()
  const [days, setDays] = useState<number>(30)
  const [taking, setTaking] = useState<MessageId | null>(null)
  const take = async ({ label, endpoint, byPath }: (typeof files)[number]) => {
    const to = new Date()
    const span = { from: new Date(to.getTime() - days * DAY_MS), to }
    setTaking(label)
    await download(endpoint, byPath ? span : { imei, ...span }, { imei })
    setTaking(null)
  }
  return (
    <Section title="export.title">
      <Group align="end">
        <Select
          label={intl.formatMessage({ id: 'export.span' })}
          data={spans.map((n) => ({
            value: String(n),
            label: intl.formatMessage({ id: 'export.days' }, { n }),
          }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value ?? days))}
          allowDeselect={false}
          w="11rem"
        />
        {files
          .filter(({ endpoint }) => may(endpoint))
          .map((file) => (
            <Button
              key={file.label}
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={taking === file.label}
              onClick={() => void take(file)}
            >
              <FormattedMessage id={file.label} />
            </Button>
          ))}
      </Group>
    </Section>
  )
}
