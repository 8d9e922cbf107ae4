import { type RefObject, useEffect, useRef } from 'react'

/** For what lives outside React: always the newest of a value, without being made anew for each. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
