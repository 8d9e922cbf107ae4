import { Box } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Props } from './DeviceSelect.tsx'

/** Most look after one: they do without what a choice is drawn by. */
const DeviceSelect = lazy(async () => ({ default: (await import('./DeviceSelect.tsx')).DeviceSelect }))

export function DevicePicker(props: Props) {
  if (props.devices.length < 2 && !props.withAll) return null
  return (
    <Suspense fallback={<Box w="18rem" maw="100%" h={36} />}>
      <DeviceSelect {...props} />
    </Suspense>
  )
}
