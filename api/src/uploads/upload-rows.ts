import { type Upload, UploadType } from '@carewatch/contracts/http/uploads'
import { uploads } from '@carewatch/migrations/schema/people'
import { locationOf } from '../http/upload-location.ts'

/** Everything but the bytes. */
export const uploadColumns = {
  uuid: uploads.uuid,
  fileName: uploads.fileName,
  mediaType: uploads.mediaType,
  bytes: uploads.bytes,
}
type UploadRow = { uuid: string; fileName: string; mediaType: string; bytes: number }

export const toUpload = (row: UploadRow): Upload => ({
  ...row,
  mediaType: UploadType.parse(row.mediaType),
  location: locationOf(row.uuid),
})
