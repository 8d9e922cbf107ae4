import { readUpload } from '@carewatch/contracts/http/uploads'
import { Uuid } from '@carewatch/contracts/wire'
import { useEffect, useState } from 'react'
import { fetchFile } from '../http/fetch-file.ts'

type Props = {
  imageUrl: string | null
  alt: string
  className?: string | undefined
  fallback: React.ReactNode
}

const uuidOf = (imageUrl: string | null): string | undefined =>
  Uuid.safeParse(imageUrl?.split('/').at(-1)).data

/** A picture that only some may see: a plain `<img>` could not carry the token. */
export function HeldPicture({ imageUrl, alt, className, fallback }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  const uuid = uuidOf(imageUrl)
  useEffect(() => {
    if (!uuid) return
    let made: string | null = null
    let isGone = false
    const show = ({ blob }: { blob: Blob }) => {
      if (isGone) return
      made = URL.createObjectURL(blob)
      setAddress(made)
    }
    // Without the picture the screen is still whole.
    fetchFile(readUpload, {}, { uuid }).then(show, () => {})
    return () => {
      isGone = true
      setAddress(null)
      if (made) URL.revokeObjectURL(made)
    }
  }, [uuid])
  return address ? <img src={address} alt={alt} className={className} /> : fallback
}
