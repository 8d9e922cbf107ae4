import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { Mark } from '../../ui/alarms/Mark.tsx'
import type { Example } from './example.ts'
import styles from './Guide.module.css'
import { GuideText } from './GuideText.tsx'

type Props = { of: Example; caption: 'banner' | 'answer' | 'ward' | 'task'; children: ReactNode }

/** What the product draws for somebody made up: to be looked at, and never pressed, tabbed to or read out. */
export const ExampleFigure = ({ of, caption, children }: Props) => (
  <figure className={styles['figure']} data-of={caption} data-testid="guide-figure">
    <figcaption>
      <Mark>
        <GuideText id="guide.figure.mark" />
      </Mark>{' '}
      <GuideText id={`guide.figure.${caption}`} />
    </figcaption>
    <div inert aria-hidden>
      <Provider store={of.store}>{children}</Provider>
    </div>
  </figure>
)
