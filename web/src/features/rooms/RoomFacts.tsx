import type { RoomView } from '@carewatch/contracts/http/rooms'
import {
  IconBattery1,
  IconDoor,
  IconDropletFilled,
  IconFlame,
  IconRipple,
  IconTemperature,
  IconWalk,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { Age } from '../../ui/figures/Age.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { isLowBattery, isWorthALine, factText } from '../../ui/alarms/fact-text.ts'
import styles from './RoomTile.module.css'

function Fact({ icon, at, children }: { icon: ReactNode; at: Date; children: ReactNode }) {
  return (
    <li>
      {icon}
      <b>{children}</b>
      <Age at={at} />
    </li>
  )
}

const icons = {
  door: IconDoor,
  water: IconDropletFilled,
  smoke: IconFlame,
  motion: IconWalk,
  other: IconRipple,
}

function Sensor({ fact, value, at }: RoomView['facts'][number]) {
  if (isLowBattery(fact, value))
    return (
      <Fact icon={<IconBattery1 size="1.1em" aria-hidden />} at={at}>
        <FormattedMessage id="devices.battery" />{' '}
        <Ltr>
          <FormattedNumber value={Number(value)} maximumFractionDigits={0} />%
        </Ltr>
      </Fact>
    )
  const { id, icon } = factText(fact, value)
  const Icon = icons[icon]
  return (
    <Fact icon={<Icon size="1.1em" aria-hidden />} at={at}>
      {id ? (
        <FormattedMessage id={id} />
      ) : (
        <bdi>
          {fact}: {String(value)}
        </bdi>
      )}
    </Fact>
  )
}

/** One line for both; its age is that of the older. */
function Climate({ temperature, humidity }: Pick<RoomView, 'temperature' | 'humidity'>) {
  const times = [temperature?.at, humidity?.at].filter((at) => at !== undefined)
  const [at] = times.toSorted((a, b) => a.getTime() - b.getTime())
  if (!at) return null
  return (
    <Fact icon={<IconTemperature size="1.1em" aria-hidden />} at={at}>
      {temperature ? (
        <Ltr>
          <FormattedNumber value={temperature.value} maximumFractionDigits={1} /> °C
        </Ltr>
      ) : null}
      {temperature && humidity ? ' · ' : null}
      {humidity ? (
        <Ltr>
          <FormattedNumber value={humidity.value} maximumFractionDigits={0} />%
        </Ltr>
      ) : null}
    </Fact>
  )
}

/** What the sensors of a room reported last, each with its age. */
export function RoomFacts({ room: { temperature, humidity, facts } }: { room: RoomView }) {
  const shown = facts.filter(({ fact, value }) => isWorthALine(fact, value))
  if (!temperature && !humidity && shown.length === 0) return null
  return (
    <ul className={styles['facts']}>
      <Climate temperature={temperature} humidity={humidity} />
      {shown.map((fact) => (
        <Sensor key={`${fact.beacon.uuid} ${fact.fact}`} {...fact} />
      ))}
    </ul>
  )
}
