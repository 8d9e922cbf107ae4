import styles from './Portrait.module.css'
import { usePicture } from './use-picture.ts'

type Props = { firstName: string; lastName: string; imageUrl: string | null }

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A whole letter or sign, also where it takes several code units. */
function initial(name: string): string {
  const [first] = letters.segment(name.trim())
  return first?.segment.toUpperCase() ?? ''
}

/** A person's picture; without one, their initials. The name stands beside it. */
export function Portrait({ firstName, lastName, imageUrl }: Props) {
  const address = usePicture(imageUrl)
  return (
    <span className={styles['portrait']} aria-hidden>
      {address ? <img src={address} alt="" /> : <bdi>{`${initial(firstName)}${initial(lastName)}`}</bdi>}
    </span>
  )
}
