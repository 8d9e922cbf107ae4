import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { Pagination } from '@mantine/core'

export type Paging = { page: number; onPage: (page: number) => void }

export function Pager({ total, page, onPage }: Paging & { total: number }) {
  const pages = Math.ceil(total / PAGE_SIZE)
  return pages > 1 ? <Pagination total={pages} value={page} onChange={onPage} siblings={0} size="lg" /> : null
}
