import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './Paper.module.css'

type Props = {
  title: MessageId
  /** What no row means. */
  empty?: MessageId
  columns: readonly MessageId[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A part of a printed sheet as a table that goes on from page to page under its heads. */
export function PaperTable({ title, empty = 'file.none', columns, rows }: Props) {
  const intl = useIntl()
  return (
    <section
      className={styles['part']}
      aria-label={intl.formatMessage({ id: title })}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <h3>
        <FormattedMessage id={title} />
      </h3>
      {rows.length === 0 ? (
        <p>
          <FormattedMessage id={empty} />
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  <FormattedMessage id={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) => (
                  <td key={columns[index]}>{cell ?? '—'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Rows in an order of their own, which nothing else tells apart. */
export const numbered = <Row,>(rows: readonly Row[], cells: (row: Row, at: number) => readonly ReactNode[]) =>
  rows.map((row, at) => ({ key: String(at), cells: cells(row, at) }))
