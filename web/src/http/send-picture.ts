import { uploadFile, type UploadKind } from '@carewatch/contracts/http/uploads'
import { sendForm } from './call.ts'
import { smallPicture } from './small-picture.ts'

/** Sends one picture, made smaller first where it is large; answers the uuid by which a form names it. */
export async function sendPicture(file: File, type: UploadKind = 'document'): Promise<string | undefined> {
  const form = new FormData()
  form.append('file', await smallPicture(file))
  const { files } = await sendForm(uploadFile, { query: { type } }, form)
  return files[0]?.uuid
}
