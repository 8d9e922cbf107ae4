import { ActionIcon, ScrollArea } from '@mantine/core'
import { IconZoomIn } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Mark } from '../vitals/marks.ts'
import styles from './EventsCard.module.css'
import { MarkLine } from './MarkLine.tsx'
import type { Zoom } from './use-zoom.ts'

const AROUND_MS = 2 * 3_600_000

/** What the marks above the graphs say, in words and in order. */
export function EventsCard({ marks, onShow }: { marks: readonly Mark[]; onShow: Zoom['show'] }) {
  const intl = useIntl()
  const around = (at: Date) =>
    onShow({ from: new Date(at.getTime() - AROUND_MS), to: new Date(at.getTime() + AROUND_MS) })
  return (
    <section className={styles['card']} aria-labelledby="events" data-testid="events">
      <h2 id="events">
        <FormattedMessage id="monitoring.events" values={{ n: marks.length }} />
      </h2>
      {marks.length === 0 ? (
        <p className={styles['none']}>
          <FormattedMessage id="monitoring.noEvents" />
        </p>
      ) : (
        <ScrollArea.Autosize
          mah="22rem"
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-labelledby': 'events' }}
        >
          <ol>
            {marks.map((mark) => (
              <li key={mark.key}>
                <MarkLine mark={mark}>
                  <ActionIcon
                    aria-label={intl.formatMessage({ id: 'monitoring.showMoment' })}
                    onClick={() => around(mark.at)}
                  >
                    <IconZoomIn size={18} aria-hidden />
                  </ActionIcon>
                </MarkLine>
              </li>
            ))}
          </ol>
        </ScrollArea.Autosize>
      )}
    </section>
  )
}
