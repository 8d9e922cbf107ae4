import { incidentsOf } from '@carewatch/contracts/incidents'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { takeBack, takenAtom } from '../live/acknowledge.ts'
import { privacyAtom } from '../preferences/wall-names.ts'
import { IncidentText } from '../ui/alarms/IncidentText.tsx'
import { UndoButton } from '../ui/alarms/UndoButton.tsx'
import { dottedInitials } from '../ui/people/dotted-initials.ts'
import { placeName } from '../ui/people/place-name.ts'
import styles from './UndoBar.module.css'

const isTyping = (): boolean =>
  document.activeElement instanceof HTMLElement &&
  (document.activeElement.isContentEditable ||
    ['INPUT', 'TEXTAREA', 'SELECT'].includes(document.activeElement.tagName))

/** As everywhere: whoever works by keys stays where they are, and takes back what they did just now. */
function useUndoKey(uuid: string | undefined): void {
  useEffect(() => {
    if (uuid === undefined) return undefined
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'z' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        isTyping()
      )
        return
      event.preventDefault()
      void takeBack(uuid)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [uuid])
}

/** What was taken just now on this screen, over whatever it shows, and for five seconds the way back. It moves no row: nobody answers another by it. */
export function UndoBar() {
  const taken = useAtomValue(takenAtom)
  const showsNames = useAtomValue(privacyAtom) === 'names'
  useUndoKey(taken?.uuid)
  const [incident] = taken ? incidentsOf(taken.notifications) : []
  const alarm = incident?.first
  const name = alarm && (showsNames || !alarm.wearer ? placeName(alarm) : dottedInitials(alarm.wearer.name))
  return (
    <div className={styles['frame']}>
      {/* There before it says something: a reader of screens hears what comes into it. */}
      <output className={styles['bar']} data-shown={taken !== null} data-testid="undo-bar">
        {incident ? (
          <span>
            <FormattedMessage
              id="alarms.youTook"
              values={{
                name: <bdi key="name">{name}</bdi>,
                what: <IncidentText key="what" incident={incident} />,
              }}
            />
          </span>
        ) : null}
        {taken ? <UndoButton uuid={taken.uuid} /> : null}
      </output>
    </div>
  )
}
