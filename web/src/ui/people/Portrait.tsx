import type { WearerSummary } from '@carewatch/contracts/wearers'
import { initialsOf } from './initials.ts'
import styles from './Portrait.module.css'
import { usePicture } from './use-picture.ts'

/** How large, by where it stands: beside a word, on a marker of the map, in a row, in a dialog, on a person's own page. */
export type PortraitSize = 'word' | 'pin' | 'row' | 'dialog' | 'page'
type Props = { name: string; imageUrl: string | null; size: PortraitSize }

/** A person's picture; without one, their initials. Their name stands beside it, so that nobody hears it twice. */
export function Portrait({ name, imageUrl, size }: Props) {
  const address = usePicture(imageUrl, size !== 'page')
  return (
    <span className={styles['portrait']} data-size={size} data-testid="portrait" aria-hidden>
      {address ? <img src={address} alt="" draggable={false} /> : <bdi data-initials={initialsOf(name)} />}
    </span>
  )
}

type Of = { wearer: WearerSummary | null | undefined; size: PortraitSize }

/** Of whom a row is about; of nobody, none. */
export const PortraitOf = ({ wearer, size }: Of) =>
  wearer ? <Portrait name={wearer.name} imageUrl={wearer.imageUrl} size={size} /> : null
