import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Page } from '../../ui/page/Page.tsx'
import '../../ui/page/print.css'
import { BranchFilter } from '../../ui/people/BranchFilter.tsx'
import { Earlier } from './Earlier.tsx'
import type { Loaded } from './load.ts'
import type { SheetSearch } from './search.ts'
import { Sheet } from './Sheet.tsx'

type Props = { loaded: Loaded | null; onSearch: (search: SheetSearch) => void }

/** What the shift hands over to the next, of one branch; and what former ones did. */
export function ShiftSheetPage({ loaded, onSearch }: Props) {
  return (
    <Page
      title="sheet.title"
      actions={
        <>
          <BranchFilter
            value={loaded?.sheet.branch.uuid}
            onPick={(branch) => onSearch({ branch })}
            label="devices.branch"
          />
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
            <FormattedMessage id="report.print" />
          </Button>
        </>
      }
    >
      {loaded ? (
        <>
          <Sheet {...loaded} />
          <Earlier loaded={loaded} />
        </>
      ) : (
        <FormattedMessage id="sheet.noBranch" />
      )}
    </Page>
  )
}
