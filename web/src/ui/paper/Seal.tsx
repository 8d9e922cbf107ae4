import type { IssuedFile } from '@carewatch/contracts/http/issued'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { Ltr } from '../figures/Ltr.tsx'
import styles from './Paper.module.css'
import { When } from './When.tsx'

export const Fact = ({ id, children }: { id: MessageId; children: ReactNode }) => (
  <div>
    <dt>
      <FormattedMessage id={id} />
    </dt>
    <dd>{children || '—'}</dd>
  </div>
)

/** Which paper this is: by both, what is printed is checked later. */
export const Seal = ({ issued }: { issued: IssuedFile | null }) =>
  issued ? (
    <dl className={styles['seal']} data-testid="seal">
      <Fact id="file.number">
        <Ltr>{issued.number}</Ltr>
      </Fact>
      <Fact id="file.issued">
        <When at={issued.issuedAt} /> ·{' '}
        <bdi>{issued.issuedBy ?? <FormattedMessage id="sheet.byItself" />}</bdi>
      </Fact>
      <Fact id="file.hash">
        <Ltr>{issued.hash}</Ltr>
      </Fact>
    </dl>
  ) : (
    <p className={styles['draft']} role="note">
      <FormattedMessage id="file.draft" />
    </p>
  )
