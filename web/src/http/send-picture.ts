import { uploadFile } from '@carewatch/contracts/http/uploads'
import { sendForm } from './call.ts'

/** Sends one picture; answers the uuid by which a form names it. */
export async function sendPicture(file: File): Promise<string | undefined> {
  const form = new FormData()
  form.append('file', file)
  const { files } = await sendForm(uploadFile, { query: { type: 'document' } }, form)
  return files[0]?.uuid
}
