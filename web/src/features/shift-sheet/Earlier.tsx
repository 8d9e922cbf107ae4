import { SHEET_KEEP_DAYS } from '@carewatch/contracts/http/shift-sheet'
import { FormattedMessage } from 'react-intl'
import { ZoneOf } from '../../i18n/ZoneOf.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Section } from '../../ui/page/Section.tsx'
import styles from '../../ui/paper/Paper.module.css'
import type { Loaded } from './load.ts'

/** What former shifts handed over; not on the paper. */
export function Earlier({ loaded }: { loaded: Loaded }) {
  const { sheet, sheets } = loaded
  const branch = sheet.branch.uuid
  const isKept = 'kept' in loaded
  return (
    <div className={styles['before']}>
      <Section title="sheet.earlier">
        <p>
          <FormattedMessage id="sheet.earlierWhy" values={{ n: SHEET_KEEP_DAYS }} />
        </p>
        {sheets.length === 0 ? <FormattedMessage id="sheet.none" /> : null}
        <ZoneOf zone={sheet.zone}>
          <ul data-testid="earlier">
            {isKept ? (
              <li>
                <LinkText to="/admin/shift-sheet" search={{ branch }} className="tap">
                  <FormattedMessage id="sheet.now" />
                </LinkText>
              </li>
            ) : null}
            {sheets.map(({ uuid, number, from, to, late }) => (
              <li key={uuid}>
                <LinkText to="/admin/shift-sheet" search={{ branch, kept: uuid }} className="tap">
                  <Moment at={from} /> – <Moment at={to} />
                </LinkText>{' '}
                · <Ltr>{number}</Ltr>
                {late ? (
                  <>
                    {' · '}
                    <FormattedMessage id="sheet.lateMark" />
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </ZoneOf>
      </Section>
    </div>
  )
}
