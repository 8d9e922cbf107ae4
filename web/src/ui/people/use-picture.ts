import { readUpload } from '@carewatch/contracts/http/uploads'
import { useEffect, useState } from 'react'
import { type Fetched, fetchFile } from '../../http/fetch-file.ts'

/** A picture of the server as an address that the browser can show: a plain link could not carry the token. */
export function usePicture(imageUrl: string | null): string | null {
  const [shown, setShown] = useState<{ of: string; address: string } | null>(null)
  const uuid = imageUrl?.split('/').at(-1)
  useEffect(() => {
    if (!uuid) return
    let address: string | undefined
    let isGone = false
    const show = ({ blob }: Fetched) => {
      if (isGone) return
      address = URL.createObjectURL(blob)
      setShown({ of: uuid, address })
    }
    // Without the picture stands what the screen shows of whoever has none.
    fetchFile(readUpload, {}, { uuid }).then(show, () => undefined)
    return () => {
      isGone = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [uuid])
  return shown && shown.of === uuid ? shown.address : null
}
