import type { FloorPlan, Spot } from '@carewatch/contracts/http/floor-plans'
import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, type Ref, useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { knownPicture, pictureOf } from '../http/pictures.ts'
import styles from './FloorPlanPicture.module.css'

/** From the middle of what is placed back to a side of the picture, or forth to the other: no further than keeps all of it inside. `per`: how long that side of the picture is. */
const kept = (at: number, per: string): string =>
  `clamp(calc(${-at * 100}${per}), -50%, calc(${(1 - at) * 100}${per} - 100%))`

/** Where something is on a picture: its middle there, or as near as lets all of it be seen. Not mirrored with the words of a language. */
export const spotStyle = ({ x, y }: Spot): CSSProperties => ({
  insetInlineStart: `${x * 100}%`,
  insetBlockStart: `${y * 100}%`,
  translate: `${kept(x, 'cqi')} ${kept(y, 'cqi / var(--plan-ratio)')}`,
})

const RETRY_MS = 30_000

/** The address of the picture of a floor plan, null until it is here; what does not come is asked for again. */
function usePlanPicture(uuid: string): { address: string | null; isMissing: boolean } {
  const [answer, setAnswer] = useState<{ of: string; address: string | null } | null>(null)
  useEffect(() => {
    let isGone = false
    let later: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const address = await pictureOf({ uuid, small: false, isPlan: true })
      if (isGone) return
      setAnswer({ of: uuid, address })
      if (address === null) later = setTimeout(() => void ask(), RETRY_MS)
    }
    void ask()
    return () => {
      isGone = true
      clearTimeout(later)
    }
  }, [uuid])
  const known = answer?.of === uuid ? answer : null
  return {
    address: known?.address ?? knownPicture({ uuid, small: false }),
    isMissing: known !== null && known.address === null,
  }
}

type Props = {
  plan: Pick<FloorPlan, 'uuid' | 'width' | 'height'>
  children: ReactNode
  frameRef?: Ref<HTMLDivElement>
}

/** A floor plan and what is placed on it: on a phone it is wider than the screen and moves under the finger. */
export function FloorPlanPicture({ plan: { uuid, width, height }, children, frameRef }: Props) {
  const intl = useIntl()
  const { address, isMissing } = usePlanPicture(uuid)
  // What does not scroll is no stop of the keyboard.
  const isNarrow = useMediaQuery('(width < 48em)', false)
  // Safe: a property of our own beside those of the style.
  const shape = { aspectRatio: `${width} / ${height}`, '--plan-ratio': width / height } as CSSProperties
  return (
    <section
      className={styles['scroll']}
      aria-label={intl.formatMessage({ id: 'plan.title' })}
      {...(isNarrow && { tabIndex: 0 })}
    >
      <output className={styles['missing']}>
        {isMissing ? <FormattedMessage id="plan.noPicture" /> : null}
      </output>
      <div ref={frameRef} className={styles['frame']} style={shape} dir="ltr" data-testid="floor-plan">
        {address ? <img src={address} alt="" draggable={false} /> : null}
        {children}
      </div>
    </section>
  )
}
