import { Popover, UnstyledButton } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useIntl } from 'react-intl'
import { SeverityIcon } from '../ui/alarms/SeverityMark.tsx'
import { gravestOf, grouped, type Mark, type MarkGroup } from '../vitals/marks.ts'
import type { Span } from '../vitals/span.ts'
import { MarkIcon, MarkLine, markText } from './MarkLine.tsx'
import styles from './Marks.module.css'

/** Of the width of a graph: closer ones share a button. */
const APART = 0.06

function GroupButton({ group: { at, marks } }: { group: MarkGroup }) {
  const intl = useIntl()
  const severity = gravestOf(marks)
  const texts = marks.map((mark) => markText(intl, mark))
  const [first] = marks
  // Safe: React's types do not know the names of custom properties.
  const place = { '--at': at } as CSSProperties
  return (
    <Popover width="min(24rem, 90vw)" position="bottom" shadow="lg" withArrow trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={styles['mark']}
          style={place}
          data-severity={severity}
          aria-label={intl.formatList(texts, { type: 'unit' })}
        >
          {severity ? <SeverityIcon severity={severity} size={18} /> : null}
          {!severity && first ? <MarkIcon mark={first} size={18} /> : null}
          {marks.length > 1 ? <small>{intl.formatNumber(marks.length)}</small> : null}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles['list']} tabIndex={-1} data-autofocus>
        {marks.map((mark) => (
          <div key={mark.key}>
            <MarkLine mark={mark} />
          </div>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Alarms and bookmarks above a graph, each at its moment. */
export function Marks({ marks, span }: { marks: readonly Mark[]; span: Span }) {
  return (
    <div className={styles['marks']}>
      {grouped(marks, span, APART).map((group) => (
        <GroupButton key={group.marks[0]?.key} group={group} />
      ))}
    </div>
  )
}
