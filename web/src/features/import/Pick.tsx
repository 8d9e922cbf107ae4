import {
  IMPORT_FILE_ROWS,
  type ImportKind,
  importColumns,
  neededColumns,
} from '@carewatch/contracts/http/import'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { saveEmptyList } from './files.ts'
import type { Fault } from './use-import.ts'
import { columnWords } from './words.ts'

/** What is wrong with the file as a whole. */
function FileFault({ fault }: { fault: Fault }) {
  return (
    <Notice tone="critical">
      {'why' in fault ? (
        <FormattedMessage id={`import.fault.${fault.why}`} />
      ) : 'missing' in fault ? (
        <FormattedMessage
          id="importDevices.missing"
          values={{ columns: <Ltr key="columns">{fault.missing.join(', ')}</Ltr> }}
        />
      ) : (
        <FormattedMessage id="importDevices.size" values={{ n: fault.count, most: IMPORT_FILE_ROWS }} />
      )}
    </Notice>
  )
}

function Columns({ kind }: { kind: ImportKind }) {
  const words = columnWords(useIntl())
  const needed: readonly string[] = neededColumns[kind]
  return (
    <Text size="sm" c="dimmed">
      <FormattedMessage id="import.columns" />{' '}
      {importColumns[kind].map((column, index) => (
        <span key={column}>
          {index > 0 ? ' · ' : null}
          <Ltr>{needed.includes(column) ? `${column}*` : column}</Ltr> <bdi>({words[column]})</bdi>
        </span>
      ))}
    </Text>
  )
}

type Props = { kind: ImportKind; fault: Fault | null; onPick: (file: File) => void }

export function Pick({ kind, fault, onPick }: Props) {
  const intl = useIntl()
  return (
    <>
      <Text>
        <FormattedMessage id={`import.about.${kind}`} />
      </Text>
      <Columns kind={kind} />
      <Group>
        <FileButton accept=".csv,.xlsx,text/csv" onChange={(file) => (file ? onPick(file) : undefined)}>
          {(props) => (
            <Button {...props} leftSection={<IconFileImport size={18} aria-hidden />}>
              <FormattedMessage id="import.pick" />
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={() => saveEmptyList(kind, columnWords(intl))}>
          <FormattedMessage id="importDevices.template" />
        </Button>
      </Group>
      {fault ? <FileFault fault={fault} /> : null}
    </>
  )
}
