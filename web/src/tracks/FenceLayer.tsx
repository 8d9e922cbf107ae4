import type { Fence } from '@carewatch/contracts/http/fences'
import { useMemo } from 'react'
import { ShapeLayer } from '../map/ShapeLayer.tsx'
import { fenceLooks, fenceShapes } from './areas.ts'

export function FenceLayer({ fences }: { fences: readonly Pick<Fence, 'shape' | 'isActive'>[] }) {
  const shapes = useMemo(() => fenceShapes(fences), [fences])
  return <ShapeLayer id="fences" shapes={shapes} looks={fenceLooks} />
}
