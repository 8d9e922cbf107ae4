import type { FleetAction } from '@carewatch/contracts/fleet-jobs'
import type { IntlShape } from 'react-intl'

/** What is done with many devices, in a few words. */
export function actionText(intl: IntlShape, action: FleetAction): string {
  if (action.kind === 'ACTIVE')
    return intl.formatMessage({ id: action.isActive ? 'action.activate' : 'action.deactivate' })
  if (action.kind === 'MOVE') return intl.formatMessage({ id: 'fleet.move' })
  if (action.kind === 'INTERVAL')
    return intl.formatMessage({ id: 'fleet.interval' }, { n: action.locationIntervalMinutes })
  return intl.formatMessage({ id: `command.kind.${action.command}` })
}
