import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import type { Example } from './example.ts'
import styles from './Guide.module.css'
import { GuideText } from './GuideText.tsx'

type Props = { of: Example; caption: 'banner' | 'answer' | 'ward' | 'task'; children: ReactNode }

/** What the product draws for somebody made up: to be looked at, and never pressed, tabbed to or read out. */
export const ExampleFigure = ({ of, caption, children }: Props) => (
  <figure className={styles['figure']} data-of={caption} data-testid="guide-figure">
    <div inert aria-hidden>
      <Provider store={of.store}>{children}</Provider>
    </div>
    <figcaption>
      <GuideText id={`guide.figure.${caption}`} />
    </figcaption>
  </figure>
)
