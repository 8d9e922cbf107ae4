import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { Checkbox, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { Pager } from '../page/Pager.tsx'
import styles from './List.module.css'
import type { BodyProps } from './ListTable.tsx'
import type { ListSearch } from './search.ts'

type Props<Row extends { uuid: string }> = Pick<
  BodyProps<Row, ListSearch>,
  'shown' | 'actions' | 'picked' | 'onPick'
>

function Card<Row extends { uuid: string }>({
  row,
  shown,
  actions,
  picked,
  onPick,
}: Props<Row> & { row: Row }) {
  const intl = useIntl()
  const [first, ...others] = shown
  const isPicked = picked.includes(row.uuid)
  const toggle = () => onPick?.(isPicked ? picked.filter((uuid) => uuid !== row.uuid) : [...picked, row.uuid])
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>
        {onPick ? (
          <Checkbox
            size="md"
            checked={isPicked}
            onChange={toggle}
            aria-label={intl.formatMessage({ id: 'list.pick' })}
          />
        ) : null}
        <b>{first?.show(row)}</b>
      </div>
      <dl className={styles['facts']}>
        {others.map(({ id, title, show }) => (
          <div key={id}>
            <dt>
              <FormattedMessage id={title} />
            </dt>
            <dd>{show(row)}</dd>
          </div>
        ))}
      </dl>
      {actions ? <div className={styles['actions']}>{actions(row)}</div> : null}
    </li>
  )
}

/** The same list for one hand. */
export function ListCards<Row extends { uuid: string }, Search extends ListSearch>(
  props: BodyProps<Row, Search>,
) {
  const { rows, total, search, onSearch, totalLabel } = props
  return (
    <>
      <Text size="sm" c="dimmed">
        <FormattedMessage id={totalLabel ?? 'list.total'} values={{ n: total }} />
      </Text>
      <ul className={styles['cards']}>
        {rows.map((row) => (
          <Card key={row.uuid} row={row} {...props} />
        ))}
      </ul>
      <Pager
        total={total}
        size={search.size ?? PAGE_SIZE}
        page={search.page ?? 1}
        onPage={(page) => onSearch({ ...search, page })}
      />
    </>
  )
}
