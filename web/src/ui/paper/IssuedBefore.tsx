import type { IssuedFile } from '@carewatch/contracts/http/issued'
import { Ltr } from '../figures/Ltr.tsx'
import { Moment } from '../figures/Moment.tsx'
import { Section } from '../page/Section.tsx'
import styles from './Paper.module.css'

/** Which were issued before of what a sheet is about; not on the paper. */
export const IssuedBefore = ({ issued }: { issued: readonly IssuedFile[] }) =>
  issued.length > 0 ? (
    <div className={styles['before']}>
      <Section title="file.before">
        <ul>
          {issued.map(({ number, issuedAt, issuedBy }) => (
            <li key={number}>
              <Ltr>{number}</Ltr> · <Moment at={issuedAt} /> · <bdi>{issuedBy}</bdi>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  ) : null
