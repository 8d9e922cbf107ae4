import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { Pagination } from '@mantine/core'
import { useIntl } from 'react-intl'

export type Paging = { page: number; onPage: (page: number) => void }

/** The pages of a list; of one page there is nothing to choose. */
export function Pager({ total, size = PAGE_SIZE, page, onPage }: Paging & { total: number; size?: number }) {
  const intl = useIntl()
  const pages = Math.ceil(total / size)
  if (pages < 2) return null
  return (
    <Pagination
      size="lg"
      total={pages}
      siblings={0}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({ 'aria-label': intl.formatMessage({ id: `list.page.${control}` }) })}
    />
  )
}
