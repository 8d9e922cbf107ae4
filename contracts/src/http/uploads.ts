import { z } from 'zod'
import { Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'

/** The specification's bounds (points 5 and 9). */
export const UPLOAD_MIN_BYTES = 10_240
export const UPLOAD_MAX_BYTES = 1_000_000
export const UPLOAD_MAX_FILES = 3

/** What a file may be, told by its content. */
export const uploadTypes = ['image/jpeg', 'image/png', 'application/pdf', 'application/msword'] as const
export const UploadType = z.enum(uploadTypes)
export type UploadType = z.output<typeof UploadType>

/** `profile`, `device` and `wearer`: one picture. */
export const uploadKinds = ['profile', 'device', 'wearer', 'document'] as const
export const UploadKind = z.enum(uploadKinds)
export type UploadKind = z.output<typeof UploadKind>

export const Upload = z
  .object({
    uuid: Uuid,
    /** The path it is read from, under the interface's own address. */
    location: z.string().meta({ examples: ['/api/upload/0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b'] }),
    fileName: z.string(),
    mediaType: UploadType,
    bytes: z.int(),
  })
  .meta({ id: 'Upload' })
export type Upload = z.output<typeof Upload>

export const uploadFile = endpoint({
  method: 'POST',
  path: '/upload/file',
  summary:
    'Send up to 3 files (one picture for a profile, a device or a person under care) as multipart/form-data',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 60, minutes: 10 },
  query: z.strictObject({ type: UploadKind.default('document') }),
  multipart: true,
  reply: z.object({
    /** Of the first file. */
    location: z.string(),
    files: z.array(Upload),
  }),
})

export const uploadComplete = endpoint({
  method: 'POST',
  path: '/upload/uploadComplete',
  summary:
    'Hang the files you sent on a profile, yours or of somebody you may change, on a device or on a person under care; what is not hung up within a day is deleted',
  allow: 'signedIn',
  byKey: null,
  body: z.strictObject({
    uuids: z.array(Uuid).min(1).max(UPLOAD_MAX_FILES),
    type: UploadKind.default('document'),
    /** The device whose picture or document it is. */
    deviceUUID: Uuid.optional(),
    /** Whose profile it is; left out: yours. */
    userUUID: Uuid.optional(),
    /** The person under care whose photo it is. */
    wearerUUID: Uuid.optional(),
  }),
  reply: z.object({ location: z.string(), files: z.array(Upload) }),
})

export const readUpload = endpoint({
  method: 'GET',
  path: '/upload/:uuid',
  summary: 'A file: for whoever sent it, and whoever may see what it hangs on',
  allow: 'signedIn',
  byKey: null,
  params: z.object({ uuid: Uuid }),
  query: z.strictObject({
    /** A picture as small as a list shows it. */
    small: z.stringbool().optional(),
  }),
  file: uploadTypes,
  reply: z.null(),
})

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/upload/:uuid',
  summary: 'Delete a file you sent',
  allow: 'signedIn',
  byKey: null,
  params: z.object({ uuid: Uuid }),
  reply: z.null(),
})
