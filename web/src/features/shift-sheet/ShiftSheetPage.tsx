import type { ShiftSheet } from '@carewatch/contracts/http/shift-sheet'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Page } from '../../ui/page/Page.tsx'
import '../../ui/page/print.css'
import { BranchFilter } from '../../ui/people/BranchFilter.tsx'
import type { SheetSearch } from './load.ts'
import { Sheet } from './Sheet.tsx'

type Props = { sheet: ShiftSheet | null; onSearch: (search: SheetSearch) => void }

/** What the shift hands over to the next, of one branch. */
export function ShiftSheetPage({ sheet, onSearch }: Props) {
  return (
    <Page
      title="sheet.title"
      actions={
        <>
          <BranchFilter
            value={sheet?.branch.uuid}
            onPick={(branch) => onSearch({ branch })}
            label="devices.branch"
          />
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
            <FormattedMessage id="report.print" />
          </Button>
        </>
      }
    >
      {sheet ? <Sheet sheet={sheet} /> : <FormattedMessage id="sheet.noBranch" />}
    </Page>
  )
}
