import { Button } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { attempt } from '../../feedback/attempt.ts'
import type { Column } from '../../ui/list/column.ts'
import { saveCsv } from '../../ui/list/csv.ts'
import { Scroll } from '../../ui/page/Scroll.tsx'
import { Section } from '../../ui/page/Section.tsx'
import styles from './FigureTable.module.css'

type Props<Row> = {
  title: MessageId
  /** The file's. */
  name: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
}

/** A whole table at once, on the screen and as a file. */
export function FigureTable<Row>({ title, name, rows, columns, keyOf }: Props<Row>) {
  const intl = useIntl()
  const save = () => {
    const ask = () => Promise.resolve({ rows, total: rows.length })
    return attempt(() => saveCsv(intl, { name, columns, ask }))
  }
  const csv = (
    <Button
      variant="default"
      leftSection={<IconFileTypeCsv size={18} aria-hidden />}
      onClick={() => void save()}
    >
      <FormattedMessage id="list.csv" />
    </Button>
  )
  return (
    <Section title={title} actions={csv}>
      <Scroll label={intl.formatMessage({ id: title })}>
        <table className={styles['table']}>
          <thead>
            <tr>
              {columns.map(({ id, title: head }) => (
                <th key={id} scope="col">
                  <FormattedMessage id={head} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ id, show }) => (
                  <td key={id}>{show(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Section>
  )
}
