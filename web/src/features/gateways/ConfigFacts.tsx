import type { Gateway } from '@carewatch/contracts/http/gateways-and-beacons'
import { FormattedMessage } from 'react-intl'
import { Facts } from '../../ui/page/Facts.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'

const seconds = (n: number | undefined) =>
  n === undefined ? (
    <FormattedMessage id="gateways.ownChoice" />
  ) : (
    <FormattedMessage id="gateways.seconds" values={{ n }} />
  )
const level = (dbm: number | undefined, unit: string) =>
  dbm === undefined ? (
    <FormattedMessage id="gateways.ownChoice" />
  ) : (
    <Ltr>
      {dbm} {unit}
    </Ltr>
  )

/** How a gateway is to listen. */
export function ConfigFacts({ gateway: { config, rssiOffset } }: { gateway: Gateway }) {
  return (
    <Facts
      facts={[
        { label: 'gateways.scanInterval', value: seconds(config.scanIntervalSeconds) },
        { label: 'gateways.reportInterval', value: seconds(config.reportIntervalSeconds) },
        { label: 'gateways.rssiFilter', value: level(config.rssiFilterDbm, 'dBm') },
        { label: 'gateways.rssiOffset', value: level(rssiOffset, 'dB') },
      ]}
    />
  )
}
