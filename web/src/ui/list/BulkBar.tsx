import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './List.module.css'

export type Bulk<Row> = {
  label: MessageId
  /** Resolves when it is done or given up; the rows stay picked when it answers false. */
  run: (rows: readonly Row[], isAll: boolean) => Promise<boolean>
  isDangerous?: boolean
  /** It can be done with all that match, not only with those of the page. */
  takesAll?: true
}

type Props<Row> = {
  bulk: readonly Bulk<Row>[]
  rows: readonly Row[]
  onDone: () => void
  /** How many match in all. */
  total: number
  isAll: boolean
  /** Offered where the whole page is chosen and there is more than it. */
  onAll: (() => void) | undefined
}

/** What can be done with all picked rows at once. */
export function BulkBar<Row>({ bulk, rows, onDone, total, isAll, onAll }: Props<Row>) {
  const [running, setRunning] = useState<MessageId | null>(null)
  const run = async ({ label, run: work }: Bulk<Row>) => {
    setRunning(label)
    const isDone = await work(rows, isAll)
    setRunning(null)
    if (isDone) onDone()
  }
  const offered = isAll ? bulk.filter(({ takesAll }) => takesAll) : bulk
  return (
    <Group component="section" className={styles['bulk'] ?? ''} aria-live="polite">
      <Text fw={550}>
        {isAll ? (
          <FormattedMessage id="fleet.allChosen" values={{ n: total }} />
        ) : (
          <FormattedMessage id="list.picked" values={{ n: rows.length }} />
        )}
      </Text>
      {onAll && !isAll ? (
        <Button variant="filled" onClick={onAll}>
          <FormattedMessage id="fleet.allMatching" values={{ n: total }} />
        </Button>
      ) : null}
      {offered.map((each) => (
        <Button
          key={each.label}
          variant="default"
          {...(each.isDangerous && { color: 'red', variant: 'light' })}
          loading={running === each.label}
          onClick={() => void run(each)}
        >
          <FormattedMessage id={each.label} />
        </Button>
      ))}
      <Button variant="subtle" onClick={onDone}>
        <FormattedMessage id="list.unpick" />
      </Button>
    </Group>
  )
}
