import { Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { averageOf } from './average.ts'
import styles from './Onboarding.module.css'

const times = ['morning', 'afternoon', 'evening'] as const
const measured = ['heartRate', 'systolic', 'diastolic'] as const
type What = (typeof measured)[number]
type Figures = Record<What, (number | '')[]>
export type Averages = Record<What, number | null>

const nothing: Figures = { heartRate: ['', '', ''], systolic: ['', '', ''], diastolic: ['', '', ''] }

function Cells({
  at,
  figures,
  onFigures,
}: {
  at: number
  figures: Figures
  onFigures: (next: Figures) => void
}) {
  const intl = useIntl()
  const time = times[at] ?? 'morning'
  const when = intl.formatMessage({ id: `onboard.when.${time}` })
  return (
    <tr>
      <th scope="row">{when}</th>
      {measured.map((what) => (
        <td key={what}>
          <NumberInput
            aria-label={intl.formatMessage(
              { id: 'onboard.helper.cell' },
              { what: intl.formatMessage({ id: `onboard.helper.${what}` }), when },
            )}
            min={1}
            max={300}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            dir="ltr"
            value={figures[what][at] ?? ''}
            onChange={(value) =>
              onFigures({
                ...figures,
                [what]: figures[what].with(at, typeof value === 'number' ? value : ''),
              })
            }
          />
        </td>
      ))}
    </tr>
  )
}

/** Measure three times and average (specification, point 2). */
export function AverageHelper({ onTake }: { onTake: (averages: Averages) => void }) {
  const [figures, setFigures] = useState(nothing)
  const averages: Averages = {
    heartRate: averageOf(figures.heartRate),
    systolic: averageOf(figures.systolic),
    diastolic: averageOf(figures.diastolic),
  }
  const isEmpty = measured.every((what) => averages[what] === null)
  return (
    <details className={styles['helper']}>
      <summary>
        <FormattedMessage id="onboard.helper" />
      </summary>
      <p>
        <FormattedMessage id="onboard.helperWhy" />
      </p>
      <table className={styles['measured']}>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage id="onboard.helper.when" />
            </th>
            {measured.map((what) => (
              <th key={what} scope="col">
                <FormattedMessage id={`onboard.helper.${what}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, at) => (
            <Cells key={time} at={at} figures={figures} onFigures={setFigures} />
          ))}
        </tbody>
        <tfoot aria-live="polite">
          <tr>
            <th scope="row">
              <FormattedMessage id="onboard.helper.average" />
            </th>
            {measured.map((what) => (
              <td key={what}>
                <b>{averages[what] ?? '—'}</b>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <Button variant="light" disabled={isEmpty} onClick={() => onTake(averages)}>
        <FormattedMessage id="onboard.helper.take" />
      </Button>
    </details>
  )
}
