import { IMPORT_MAX, importColumns, importDevices as contract } from '@carewatch/contracts/http/device-import'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedList, FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { reloadScreens } from '../../ui/page/reload.ts'
import { saveAs } from '../../ui/controls/save-as.ts'
import { ClonesMade } from './ClonesMade.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { type ListRow, readList } from './read-list.ts'

type Answer = Reply<typeof contract>
type Picked = { rows: ListRow[]; answer: Answer }

/** A list without rows, to be filled in. */
const saveEmptyList = () =>
  saveAs('devices.csv', new Blob([`\uFEFF${importColumns.join(',')}\n`], { type: 'text/csv;charset=utf-8' }))

/** What is wrong with the list as a whole. */
function ListFault({ fault }: { fault: { missing: readonly string[]; count: number } }) {
  return (
    <Notice tone="caution">
      {fault.missing.length > 0 ? (
        <FormattedMessage
          id="importDevices.missing"
          values={{ columns: <Ltr key="columns">{fault.missing.join(', ')}</Ltr> }}
        />
      ) : (
        <FormattedMessage id="importDevices.size" values={{ n: fault.count, most: IMPORT_MAX }} />
      )}
    </Notice>
  )
}

function Pick({ onPick }: { onPick: (file: File | null) => void }) {
  return (
    <Stack gap="sm">
      <Text>
        <FormattedMessage id="importDevices.how" />
      </Text>
      <Text c="dimmed" size="sm">
        <Ltr>
          <FormattedList value={[...importColumns]} type="unit" />
        </Ltr>
      </Text>
      <Group>
        <FileButton accept=".csv,text/csv" onChange={onPick}>
          {(props) => (
            <Button {...props} leftSection={<IconFileImport size={18} aria-hidden />}>
              <FormattedMessage id="importDevices.pick" />
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={saveEmptyList}>
          <FormattedMessage id="importDevices.template" />
        </Button>
      </Group>
    </Stack>
  )
}

/** Nothing is registered before everybody has seen what would become of each row. */
function ImportDevices({ close }: { close: () => void }) {
  const [picked, setPicked] = useState<Picked | null>(null)
  const [fault, setFault] = useState<{ missing: readonly string[]; count: number } | null>(null)
  const [made, setMade] = useState<Answer['devices'] | null>(null)
  const [isSending, setSending] = useState(false)
  useUnsaved(picked !== null && !made)

  const look = async (file: File | null) => {
    if (!file) return
    const { rows, missing } = readList(await file.text())
    const isRight = missing.length === 0 && rows.length > 0 && rows.length <= IMPORT_MAX
    setFault(isRight ? null : { missing, count: rows.length })
    const answer = isRight ? await attempt(() => call(contract, { body: { rows, apply: false } })) : null
    setPicked(answer ? { rows, answer } : null)
  }
  const apply = async (rows: ListRow[]) => {
    setSending(true)
    const answer = await attempt(() => call(contract, { body: { rows, apply: true } }))
    setSending(false)
    if (!answer) return
    setMade(answer.devices)
    reloadScreens()
  }

  if (made) return <ClonesMade made={made} close={close} />
  return (
    <Stack>
      <Pick onPick={(file) => void look(file)} />
      {fault ? <ListFault fault={fault} /> : null}
      {picked ? (
        <ImportPreview
          rows={picked.rows}
          answer={picked.answer}
          isSending={isSending}
          onApply={() => void apply(picked.rows)}
        />
      ) : null}
    </Stack>
  )
}

export const importDevices = dialog<Record<never, never>>({
  title: 'importDevices.title',
  size: 'xl',
  Body: ImportDevices,
})
