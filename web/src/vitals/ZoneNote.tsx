import { Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { useZone } from '../i18n/ZoneOf.tsx'
import type { Span } from './span.ts'
import { isElsewhere, viewerZone } from '../i18n/zone.ts'

/** By whose clocks the times of a screen are shown, where they are not the viewer's. */
export function ZoneNote({ span: { from, to } }: { span: Span }) {
  const { locale } = useIntl()
  const zone = useZone()
  if (!isElsewhere(zone, viewerZone(), [from, to])) return null
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'long' }).formatToParts(to)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  return (
    <Text size="sm" c="dimmed" data-testid="zone">
      <FormattedMessage id="time.zone" values={{ zone: <bdi key="zone">{name}</bdi> }} />
    </Text>
  )
}
