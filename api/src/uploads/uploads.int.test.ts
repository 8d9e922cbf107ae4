import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { devices } from '@carewatch/migrations/schema/devices'
import { uploads } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPicture, formOf } from '../testing/files.ts'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let theirs: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  theirs = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const filled = (head: Uint8Array, length = 20_000) =>
  Buffer.concat([head, Buffer.alloc(length - head.length, 0x20)])
const aPdf = () => filled(Buffer.from('%PDF-1.7\n%âãÏÓ\n'))
const CFB = Buffer.from('D0CF11E0A1B11AE1', 'hex')
const aWordDocument = () =>
  filled(Buffer.concat([CFB, Buffer.alloc(600), Buffer.from('WordDocument', 'utf16le')]))

const send = (token: string, form: FormData, type = 'document') =>
  harness.call('POST', `/upload/file?type=${type}`, { token, form })

const texts = {
  wrongType: /cannot be uploaded/,
  tooMany: /Too many files/,
  small: /too small/,
  big: /too big/,
}

describe('sending files', () => {
  it('keeps a picture, a PDF and a Word document, each as what it is and not as it is called', async () => {
    const { token } = await harness.person('USER')
    const form = formOf(['a.txt', await aPicture('png')], ['b.png', aPdf()], ['c', aWordDocument()])
    const { context } = await send(token, form)
    const types = context.files.map(({ mediaType }: { mediaType: string }) => mediaType)
    expect(types).toEqual(['image/png', 'application/pdf', 'application/msword'])
    expect(context.location).toBe(context.files[0].location)
    const answer = await harness.exchange('GET', context.files[1].location.slice('/api'.length), { token })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="b.pdf"')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.text.startsWith('%PDF-1.7')).toBe(true)
  })

  it.each([
    [
      'a page that is called a picture',
      'me.png',
      filled(Buffer.from('<!doctype html><script>1</script>')),
      texts.wrongType,
    ],
    [
      'a drawing with a script in it',
      'me.svg',
      filled(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')),
      texts.wrongType,
    ],
    ["another program's document", 'a.doc', filled(CFB), texts.wrongType],
    ['a program', 'a.pdf', filled(Buffer.from('MZ')), texts.wrongType],
    ['9,999 bytes', 'a.pdf', aPdf().subarray(0, 9_999), texts.small],
    ['10,239 bytes', 'a.pdf', aPdf().subarray(0, 10_239), texts.small],
    ['1,000,001 bytes', 'a.pdf', filled(Buffer.from('%PDF-1.7\n'), 1_000_001), texts.big],
    [
      'half a picture',
      'a.png',
      filled(Buffer.from('89504E470D0A1A0A0000000D49484452', 'hex')),
      texts.wrongType,
    ],
  ])('refuses %s', async (_, name, content, text) => {
    const { token } = await harness.person('USER')
    expect(await send(token, formOf([name, content]))).toMatchObject({ status: 400, message: text })
    expect(await send(token, formOf(['beside.pdf', aPdf()], [name, content]))).toMatchObject({ status: 400 })
    expect(await harness.db.$count(uploads, eq(uploads.fileName, 'beside.pdf'))).toBe(0)
  })

  it.each([10_240, 1_000_000])('takes a file of %i bytes', async (bytes) => {
    const { token } = await harness.person('USER')
    expect(await send(token, formOf(['a.pdf', filled(Buffer.from('%PDF-1.7\n'), bytes)]))).toMatchObject({
      status: 200,
    })
  })

  it('takes three files and not four, one picture for a profile and not two, nor a document there', async () => {
    const { token } = await harness.person('USER')
    const picture = await aPicture('jpeg')
    const many = (count: number) =>
      formOf(...Array.from({ length: count }, (_, at) => [`${at}.jpg`, picture] as const))
    expect(await send(token, many(3))).toMatchObject({ status: 200 })
    expect(await send(token, many(4))).toMatchObject({ status: 400, message: texts.tooMany })
    expect(await send(token, many(1), 'profile')).toMatchObject({ status: 200 })
    expect(await send(token, many(2), 'profile')).toMatchObject({ status: 400, message: texts.tooMany })
    expect(await send(token, formOf(['a.pdf', aPdf()]), 'profile')).toMatchObject({ status: 400 })
    expect(await send(token, new FormData())).toMatchObject({ status: 400 })
    expect(await harness.call('POST', '/upload/file', { token, body: {} })).toMatchObject({ status: 415 })
  })

  it('draws a picture anew: where it was taken and what hides behind it do not come through', async () => {
    const { token } = await harness.person('USER')
    const raw = { width: 200, height: 100, channels: 3 as const }
    const taken = await sharp(randomBytes(60_000), { raw })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 46/1 0/1' } })
      .jpeg()
      .toBuffer()
    const sent = Buffer.concat([taken, Buffer.from('<script>alert(1)</script>')])
    const { context } = await send(token, formOf(['../../me.jpg', sent]), 'profile')
    expect(context.files[0].fileName).toBe('me.jpg')
    const [kept] = await harness.db.select().from(uploads).where(eq(uploads.uuid, context.files[0].uuid))
    const { exif, width, height } = await sharp(kept?.content).metadata()
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 200, height: 100 })
    expect(kept?.content.includes('<script>')).toBe(false)
  })

  it('refuses a small file that unpacks to a picture as big as a house', async () => {
    const { token } = await harness.person('USER')
    const blank = { width: 9_000, height: 9_000, channels: 3 as const, background: 'white' }
    const bomb = await sharp({ create: blank, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await send(token, formOf(['a.png', bomb]))).toMatchObject({
      status: 400,
      message: texts.wrongType,
    })
  })
})

describe('a file that hangs on something', () => {
  const picture = async (token: string, type: string) =>
    (await send(token, formOf(['me.png', await aPicture('png')]), type)).context.files[0] as {
      uuid: string
      location: string
    }
  const status = async (location: string, token: string) =>
    (await harness.exchange('GET', location.slice('/api'.length), { token })).status

  it('is the picture of a person, for them and for those who may see them', async () => {
    const { OWNER, MANAGER, RELATIVE } = fixture.people
    const { uuid, location } = await picture(OWNER.token, 'profile')
    expect(await status(location, MANAGER.token)).toBe(404)
    const answer = await harness.call('POST', '/upload/uploadComplete', {
      token: OWNER.token,
      body: { uuids: [uuid], type: 'profile' },
    })
    expect(answer.context.location).toBe(location)
    const { context } = await harness.call('GET', '/auth/validateToken', { token: OWNER.token })
    expect(context.user.imageUrl).toBe(location)
    expect(await status(location, OWNER.token)).toBe(200)
    expect(await status(location, MANAGER.token)).toBe(200)
    expect(await status(location, RELATIVE.token)).toBe(404)
    expect(await status(location, theirs.people.MANAGER.token)).toBe(404)
  })

  it('is the picture of somebody whom a manager may change, and of nobody else', async () => {
    const { OWNER, MANAGER, ADMIN, SUPERVISOR, RELATIVE } = fixture.people
    const hang = async (token: string, userUUID: string, type = 'profile') => {
      const { uuid, location } = await picture(token, type)
      const body = { uuids: [uuid], type, userUUID }
      return { location, ...(await harness.call('POST', '/upload/uploadComplete', { token, body })) }
    }
    const imageOf = async (token: string) =>
      (await harness.call('GET', '/auth/validateToken', { token })).context.user.imageUrl
    const own = await imageOf(MANAGER.token)
    for (const { token } of [MANAGER, ADMIN]) {
      const hung = await hang(token, OWNER.uuid)
      expect(hung).toMatchObject({ status: 200 })
      expect(await imageOf(OWNER.token)).toBe(hung.location)
      expect(await status(hung.location, OWNER.token)).toBe(200)
      expect(await status(hung.location, RELATIVE.token)).toBe(404)
    }
    expect(await imageOf(MANAGER.token)).toBe(own)
    expect(await hang(theirs.people.MANAGER.token, OWNER.uuid)).toMatchObject({ status: 404 })
    expect(await hang(MANAGER.token, theirs.people.OWNER.uuid)).toMatchObject({ status: 404 })
    expect(await hang(OWNER.token, RELATIVE.uuid)).toMatchObject({ status: 403 })
    expect(await hang(SUPERVISOR.token, OWNER.uuid)).toMatchObject({ status: 403 })
    expect(await hang(MANAGER.token, OWNER.uuid, 'document')).toMatchObject({ status: 400 })
    expect(await hang(OWNER.token, OWNER.uuid)).toMatchObject({ status: 200 })
  })

  it('is the picture of a watch, for everybody who sees the watch', async () => {
    const { OWNER, RELATIVE, USER } = fixture.people
    const { uuid, location } = await picture(OWNER.token, 'device')
    const body = { uuids: [uuid], type: 'device', deviceUUID: fixture.device.uuid }
    const complete = (token: string, change: object = {}) =>
      harness.call('POST', '/upload/uploadComplete', { token, body: { ...body, ...change } })
    expect(await complete(OWNER.token, { deviceUUID: undefined })).toMatchObject({ status: 400 })
    expect(await complete(OWNER.token, { deviceUUID: theirs.device.uuid })).toMatchObject({ status: 404 })
    expect(await complete(fixture.people.MANAGER.token)).toMatchObject({ status: 404 })
    expect(await complete(OWNER.token)).toMatchObject({ status: 200 })
    expect(await status(location, RELATIVE.token)).toBe(200)
    expect(await status(location, USER.token)).toBe(404)
    expect(await status(location, theirs.people.OWNER.token)).toBe(404)
  })

  it('is not the picture of a watch that went to another company meanwhile', async () => {
    const { people, company, device } = fixture
    const { uuid } = await picture(people.OWNER.token, 'device')
    const body = { uuids: [uuid], type: 'device', deviceUUID: device.uuid }
    const isIt = eq(devices.id, device.id)
    const [before] = await harness.db.select({ imageUrl: devices.imageUrl }).from(devices).where(isIt)
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let hung: Promise<unknown> | undefined
    await harness.db.transaction(async (tx) => {
      await tx.update(devices).set({ ownerId: null, companyId: theirs.company.id }).where(isIt)
      hung = harness.call('POST', '/upload/uploadComplete', { token: people.OWNER.token, body })
      await until('it waits', async () => (await harness.db.execute(waiting)).rows.length > 0)
    })
    expect(await hung).toMatchObject({ status: 404 })
    const [after] = await harness.db.select({ imageUrl: devices.imageUrl }).from(devices).where(isIt)
    expect(after).toEqual(before)
    await harness.db.update(devices).set({ ownerId: people.OWNER.id, companyId: company.id }).where(isIt)
  })

  it('is gone when its sender deletes it', async () => {
    const { OWNER, MANAGER } = fixture.people
    const { uuid, location } = await picture(OWNER.token, 'profile')
    const remove = (token: string) => harness.call('DELETE', `/upload/${uuid}`, { token })
    expect(await remove(MANAGER.token)).toMatchObject({ status: 404 })
    expect(await remove(OWNER.token)).toMatchObject({ status: 200 })
    expect(await status(location, OWNER.token)).toBe(404)
  })
})
