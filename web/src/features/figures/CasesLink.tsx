import type { ReactNode } from 'react'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import type { CasesSearch } from './search.ts'

type Props = { search: CasesSearch; n: number; children: ReactNode }

/** Opens the alarms that a figure counts; of none there is nothing to open. */
export function CasesLink({ search, n, children }: Props) {
  if (n === 0) return children
  return (
    <LinkText to="/admin/alarm-cases" search={search} className="tap">
      {children}
    </LinkText>
  )
}
