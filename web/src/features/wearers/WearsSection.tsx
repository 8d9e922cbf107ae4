import { assignDevice, takeBackDevice, type Wearer } from '@carewatch/contracts/http/wearers'
import { Button, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { LiveBattery } from '../../ui/devices/DeviceMarks.tsx'
import { LastSeen } from '../../ui/devices/LastSeen.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { Loaded, WornWatch } from './load.ts'
import { isHere } from './stay.ts'
import styles from './Wearers.module.css'

function Watch({ worn: { watch, device }, wearer }: { worn: WornWatch; wearer: Wearer }) {
  const may = useMay()
  const { uuid, name, imei, since, until } = watch
  const asked = { uuid: wearer.uuid, device: { uuid, name } }
  return (
    <li>
      <div className={styles['line']}>
        {device ? (
          <LinkText to="/user/device/$uuid" params={{ uuid }}>
            <bdi>{name}</bdi>
          </LinkText>
        ) : (
          <bdi>{name}</bdi>
        )}
        <span className={styles['quiet']}>
          <Ltr>{imei}</Ltr>
          <span>
            <FormattedMessage id="wearer.since" values={{ at: <Moment key="at" at={since} /> }} />
          </span>
          {until ? (
            <span>
              <FormattedMessage id="wearer.untilPlanned" values={{ at: <Moment key="at" at={until} /> }} />
            </span>
          ) : null}
        </span>
      </div>
      {device ? (
        <>
          <LastSeen device={device} />
          <LiveBattery device={device} />
        </>
      ) : null}
      <RowMenu
        of={name}
        actions={[
          may(assignDevice) && { label: 'wearer.handOver', run: () => openDialog('handOverWatch', asked) },
          may(takeBackDevice) && {
            label: 'wearer.takeBack',
            isDangerous: true,
            run: () => openDialog('takeBackWatch', asked),
          },
        ]}
      />
    </li>
  )
}

/** What somebody wears now, and how it is. */
export function WearsSection({ wearer, worn }: Pick<Loaded, 'wearer' | 'worn'>) {
  const may = useMay()
  const assign =
    may(assignDevice) && isHere(wearer) ? (
      <Button variant="default" onClick={() => openDialog('assignWatch', { uuid: wearer.uuid })}>
        <FormattedMessage id="wearer.assign" />
      </Button>
    ) : null
  return (
    <Section title="wearer.wears" actions={assign}>
      {worn.length === 0 ? (
        <Text c="dimmed">
          <FormattedMessage id="wearer.wearsNothingWhy" />
        </Text>
      ) : null}
      <ul className={styles['lines']}>
        {worn.map((each) => (
          <Watch key={each.watch.uuid} worn={each} wearer={wearer} />
        ))}
      </ul>
    </Section>
  )
}
