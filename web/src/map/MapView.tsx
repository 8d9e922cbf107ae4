import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAtomValue } from 'jotai'
import { languageAtom } from '../i18n/language.ts'
import { GroundNote } from './GroundNote.tsx'
import { type Ground, layGround, theMap } from './map.ts'
import styles from './MapView.module.css'

type Shown = { ground: Ground; turn: number }

/** A browser without WebGL has no map. */
function isDrawable(): boolean {
  try {
    return Boolean(theMap())
  } catch {
    return false
  }
}

/** Hangs the one map into this place for as long as it is on the screen; false: this browser cannot draw it. */
function useHungMap(label: string) {
  const host = useRef<HTMLDivElement>(null)
  const [canDraw] = useState(isDrawable)
  useEffect(() => {
    if (!canDraw) return
    const map = theMap()
    host.current?.replaceChildren(map.getContainer())
    map.resize()
    map.getCanvas().setAttribute('aria-label', label)
  }, [canDraw, label])
  return { host, canDraw }
}

function useGround(canDraw: boolean): Shown | null {
  const scheme = useComputedColorScheme('light')
  const language = useAtomValue(languageAtom)
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    if (!canDraw) return
    let isGone = false
    void layGround({ scheme, language }).then((ground) => {
      if (!isGone) setShown((before) => ({ ground, turn: (before?.turn ?? 0) + 1 }))
    })
    return () => {
      isGone = true
    }
  }, [scheme, language, canDraw])
  return shown
}

function Zoom({ onCentre }: { onCentre?: (() => void) | undefined }) {
  const intl = useIntl()
  const label = (id: 'map.zoomIn' | 'map.zoomOut' | 'map.centre') => ({
    'aria-label': intl.formatMessage({ id }),
    title: intl.formatMessage({ id }),
  })
  return (
    <div className={styles['zoom']}>
      <ActionIcon {...label('map.zoomIn')} onClick={() => theMap().zoomIn()}>
        <IconPlus size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon {...label('map.zoomOut')} onClick={() => theMap().zoomOut()}>
        <IconMinus size={20} aria-hidden />
      </ActionIcon>
      {onCentre ? (
        <ActionIcon {...label('map.centre')} onClick={onCentre}>
          <IconFocusCentered size={20} aria-hidden />
        </ActionIcon>
      ) : null}
    </div>
  )
}

type Props = {
  label: string
  /** Brings back what the screen is about. */
  onCentre?: (() => void) | undefined
  /** Layers and markers. */
  children: ReactNode
}

export function MapView({ label, onCentre, children }: Props) {
  const { host, canDraw } = useHungMap(label)
  const shown = useGround(canDraw)
  if (!canDraw) {
    return (
      <div className={styles['view']}>
        <p className={styles['failed']} role="alert">
          <FormattedMessage id="map.cannotDraw" />
        </p>
      </div>
    )
  }
  return (
    <div className={styles['view']}>
      <div className={styles['area']}>
        <div ref={host} className={styles['host']} dir="ltr" />
        <Zoom onCentre={onCentre} />
        {shown ? <Fragment key={shown.turn}>{children}</Fragment> : null}
      </div>
      {shown && shown.ground !== 'streets' ? <GroundNote ground={shown.ground} /> : null}
    </div>
  )
}
