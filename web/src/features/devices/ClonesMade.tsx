import type { cloneDevices } from '@carewatch/contracts/http/device-changes'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Group, Stack, Table } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import Papa from 'papaparse'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { saveAs } from '../../ui/controls/save-as.ts'

export type Clones = Reply<typeof cloneDevices>['devices']

const titles = ['devices.name', 'devices.imei', 'devices.username', 'devices.password'] as const

const rowOf = ({ device, credentials }: Clones[number]) =>
  [device.name, device.imei, credentials.username, credentials.password] as const

/** The passwords of all, this once; closing asks until they are saved. */
export function ClonesMade({ made, close }: { made: Clones; close: () => void }) {
  const intl = useIntl()
  const [isSaved, setSaved] = useState(false)
  useUnsaved(!isSaved)
  const save = () => {
    const fields = titles.map((id) => intl.formatMessage({ id }))
    const csv = Papa.unparse({ fields, data: made.map((each) => [...rowOf(each)]) }, { escapeFormulae: true })
    saveAs('credentials.csv', new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
    setSaved(true)
  }
  return (
    <Stack>
      <Notice tone="caution" title={<FormattedMessage id="clone.made" values={{ n: made.length }} />}>
        <FormattedMessage id="clone.once" />
      </Notice>
      <Table.ScrollContainer
        minWidth={480}
        scrollAreaProps={{ 'aria-label': intl.formatMessage({ id: 'clone.title' }) }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              {titles.map((id) => (
                <Table.Th key={id}>
                  <FormattedMessage id={id} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {made.map((each) => {
              const [name, ...figures] = rowOf(each)
              return (
                <Table.Tr key={each.device.uuid}>
                  <Table.Td>
                    <bdi>{name}</bdi>
                  </Table.Td>
                  {figures.map((figure, column) => (
                    <Table.Td key={titles[column]}>
                      <Ltr>{figure}</Ltr>
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="flex-end">
        <Button variant="default" leftSection={<IconFileTypeCsv size={18} aria-hidden />} onClick={save}>
          <FormattedMessage id="list.csv" />
        </Button>
        <Button onClick={close}>
          <FormattedMessage id="devices.done" />
        </Button>
      </Group>
    </Stack>
  )
}
