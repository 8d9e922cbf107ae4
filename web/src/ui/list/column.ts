import type { ReactNode } from 'react'
import type { MessageId } from '../../i18n/messages.ts'

/** One column of a list: on a wide screen a column, on a phone a line of the card, in a file a field. */
export type Column<Row> = {
  id: string
  title: MessageId
  show: (row: Row) => ReactNode
  /** As it stands in a CSV file; a column without it is left out there. */
  text?: (row: Row) => string | number | null | undefined
  /** The server's name for sorting by it. */
  sort?: string
  /** Not shown until somebody asks for it. */
  isExtra?: boolean
}
