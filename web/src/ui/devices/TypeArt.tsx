import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import styles from './TypeArt.module.css'

type Props = { imageUrl: string | null; icon: ComponentType<IconProps>; tone: 0 | 1 | 2 }

/** A picture, or a quiet drawing of its kind where there is none: it says nothing that the words do not. */
export const TypeArt = ({ imageUrl, icon: Icon, tone }: Props) => (
  <div className={styles['art']} data-tone={tone} aria-hidden>
    {imageUrl ? <img src={imageUrl} alt="" loading="lazy" decoding="async" /> : <Icon />}
  </div>
)
