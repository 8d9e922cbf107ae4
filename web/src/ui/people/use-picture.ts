import { useEffect, useState } from 'react'
import { knownPicture, pictureOf } from '../../http/pictures.ts'

/** The address of a picture of the server; null until it is here, and where it is not for this viewer. */
export function usePicture(imageUrl: string | null, small = false): string | null {
  const [shown, setShown] = useState<{ of: string; address: string } | null>(null)
  const uuid = imageUrl?.split('/').at(-1)
  useEffect(() => {
    if (!uuid) return
    let isGone = false
    // Without the picture stands what the screen shows of whoever has none.
    void pictureOf({ uuid, small }).then((address) => {
      if (!isGone && address) setShown({ of: uuid, address })
    })
    return () => {
      isGone = true
    }
  }, [uuid, small])
  if (!uuid) return null
  return shown?.of === uuid ? shown.address : knownPicture({ uuid, small })
}
