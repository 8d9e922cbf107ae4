import type { Device } from '@carewatch/contracts/http/devices'
import { metricNames } from '@carewatch/contracts/metrics'
import { Group, Loader, Text } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { heardLive, latestReading } from '../../live/live-atoms.ts'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { Measured } from '../../ui/Measured.tsx'

/** Waits until a new watch speaks for the first time, and shows what it said. */
export function FirstWord({ device: { uuid } }: { device: Device }) {
  useWatchedDevices([uuid])
  const heard = useAtomValue(heardLive(uuid))
  const readings = useMemo(
    () =>
      atom((get) =>
        metricNames.flatMap((name) => {
          const point = get(latestReading(`${uuid}/${name}`))
          return point ? [{ name, value: point.value }] : []
        }),
      ),
    [uuid],
  )
  const said = useAtomValue(readings)
  return (
    <Group component="section" aria-live="polite" gap="sm" align="flex-start" wrap="nowrap">
      {heard ? <IconCircleCheckFilled color="var(--cw-ok)" aria-hidden /> : <Loader size={22} aria-hidden />}
      <div data-testid="first-word">
        <Text fw={550}>
          <FormattedMessage id={heard ? 'addDevice.received' : 'addDevice.waiting'} />
        </Text>
        {heard ? (
          said.map(({ name, value }) => (
            <Text key={name} size="sm">
              <FormattedMessage id={`metric.${name}`} />: <Measured name={name} value={value} />
            </Text>
          ))
        ) : (
          <Text size="sm" c="dimmed">
            <FormattedMessage id="addDevice.waitingWhy" />
          </Text>
        )}
      </div>
    </Group>
  )
}
