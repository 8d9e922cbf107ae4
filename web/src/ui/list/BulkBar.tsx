import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './List.module.css'

export type Bulk<Row> = {
  label: MessageId
  /** Resolves when it is done or given up; the rows stay picked when it answers false. */
  run: (rows: readonly Row[]) => Promise<boolean>
  isDangerous?: boolean
}

type Props<Row> = { bulk: readonly Bulk<Row>[]; rows: readonly Row[]; onDone: () => void }

/** What can be done with all picked rows at once. */
export function BulkBar<Row>({ bulk, rows, onDone }: Props<Row>) {
  const [running, setRunning] = useState<MessageId | null>(null)
  const run = async ({ label, run: work }: Bulk<Row>) => {
    setRunning(label)
    const isDone = await work(rows)
    setRunning(null)
    if (isDone) onDone()
  }
  return (
    <Group component="section" className={styles['bulk'] ?? ''} aria-live="polite">
      <Text fw={550}>
        <FormattedMessage id="list.picked" values={{ n: rows.length }} />
      </Text>
      {bulk.map((each) => (
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
