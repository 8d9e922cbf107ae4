import type { importRows } from '@carewatch/contracts/http/import'
import type { ImportColumn } from '@carewatch/contracts/http/import'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'

type Answered = Reply<typeof importRows>['rows'][number]

/** Column, or `row` → message id under `field.`. */
export type Problems = Partial<Record<ImportColumn | 'row', string>>

/** What is handed over once to whoever brought the row. */
type Handed = Partial<Pick<Answered, 'credentials' | 'link'>>

/** The call for one row. `services` are those of a transaction where it is only tried. */
export type Work = (services: Services, caller: Caller, isTrial: boolean) => Promise<Handed>

/** What a right row would become. */
export type Wanted = {
  /** By which it is known again, in the file and in the database. */
  key: string
  isDoubtful?: boolean
} & (
  | { problems: Problems }
  | {
      /** What is there already, in the state in which it was found; null: nothing. */
      there: { uuid: string; updatedAt: Date } | null
      changes: readonly ImportColumn[]
      /** What would be sent to the call for one, as far as it hangs on names that may mean something else soon. */
      sent: Readonly<Record<string, unknown>>
      work: Work
    }
)

/** What is there already as it should be. */
export const unchanged: Work = async () => ({})
