import { type MediaType, mediaType } from '@recado/command-api/media/media-type'
import { fileTypeFromBuffer } from 'file-type'
import { test } from 'tap'
import * as files from './sample-files.ts'

const { webp, padded } = files
const KB = 1024
const MB = 1024 * KB

async function judged(
  bytes: Buffer,
  more: { declared?: string; filename?: string; size?: number } = {},
): Promise<MediaType | string> {
  return mediaType({
    sniffed: await fileTypeFromBuffer(bytes),
    head: bytes.subarray(0, 4096),
    size: more.size ?? bytes.length,
    declared: more.declared ?? 'application/octet-stream',
    filename: more.filename ?? null,
  })
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const text = Buffer.from('Olá, pão fresco\r\n\tàs 7h')
type More = { declared?: string; filename?: string }
const taken: readonly (readonly [Buffer, string, number, More?])[] = [
  [files.PNG, 'image/png', 5 * MB],
  [files.PNG, 'image/png', 5 * MB, { declared: 'image/jpeg' }],
  [files.JPEG, 'image/jpeg', 5 * MB, { declared: 'image/jpg' }],
  ...[files.PNG, files.MP4, files.OPUS, webp(false)].map(
    (bytes, n) =>
      [
        bytes,
        ['image/png', 'video/mp4', 'audio/ogg', 'image/webp'][n] ?? '',
        [5 * MB, 16 * MB, 16 * MB, 100 * KB][n] ?? 0,
        // A part without a content type reads as text.
        { declared: 'text/plain', filename: 'foto' },
      ] as const,
  ),
  [files.CFB, 'application/msword', 100 * MB, { declared: 'text/plain', filename: 'a.doc' }],
  [webp(false), 'image/webp', 100 * KB],
  [webp(true), 'image/webp', 500 * KB],
  [files.MP4, 'video/mp4', 16 * MB],
  [files.MP4, 'audio/mp4', 16 * MB, { declared: 'audio/mp4' }],
  [files.M4A, 'audio/mp4', 16 * MB, { declared: 'audio/x-m4a' }],
  [files.GP3, 'video/3gpp', 16 * MB],
  [files.MP3, 'audio/mpeg', 16 * MB],
  [files.AMR, 'audio/amr', 16 * MB],
  [files.OPUS, 'audio/ogg', 16 * MB, { declared: 'audio/ogg; codecs=opus' }],
  [files.PDF, 'application/pdf', 100 * MB],
  [files.DOCX, word, 100 * MB],
  [files.ZIP, word, 100 * MB, { declared: word }],
  [files.CFB, 'application/msword', 100 * MB, { filename: 'Conta.DOC' }],
  [files.CFB, 'application/vnd.ms-excel', 100 * MB, { declared: 'application/vnd.ms-excel' }],
  [text, 'text/plain', 100 * MB],
  [text, 'text/plain', 100 * MB, { declared: 'text/csv', filename: 'a.csv' }],
]
for (const [bytes, mime, most, more = {}] of taken) {
  test(`${mime} is accepted up to ${most} bytes ${JSON.stringify(more)}`, async (t) => {
    t.match(await judged(bytes, more), { mime_type: mime, extension: /^\w{3,4}$/ })
    t.match(await judged(bytes, { ...more, size: most }), { mime_type: mime })
    t.match(await judged(bytes, { ...more, size: most + 1 }), /at most/)
  })
}

const refused: readonly (readonly [string, Buffer, RegExp, More?])[] = [
  ['an empty file', Buffer.alloc(0), /empty/],
  ['a GIF', files.GIF, /image\/gif.*does not accept.*image\/png/],
  ['a program', files.EXE, /does not accept/, { declared: 'application/pdf' }],
  ['an archive', files.ZIP, /does not accept/],
  [
    'sound that is not Opus',
    files.VORBIS,
    /^is Ogg without the codec Opus/,
    { declared: 'audio/ogg' },
  ],
  ['an office file that says no more', files.CFB, /does not accept/],
  ['bytes nobody knows', Buffer.from([0, 1, 2, 3, 0xfe]), /unknown type/],
  [
    'text said to be a picture',
    text,
    /text\/plain by its content, not image\/png/,
    { declared: 'image/png' },
  ],
  ['a sticker said to be a picture', webp(false), /image\/webp/, { declared: 'image/png' }],
  ['a voice note said to be a picture', files.OPUS, /audio\/ogg/, { declared: 'image/jpeg' }],
  ['a picture said to be a document', files.PNG, /image\/png/, { declared: 'application/pdf' }],
]
for (const [what, bytes, reason, more] of refused) {
  test(`${what} is refused`, async (t) => {
    const answer = await judged(bytes, more)
    t.type(answer, 'string')
    t.match(answer, reason)
  })
}

test('the type of a longer file is recognised by its beginning', async (t) => {
  t.match(await judged(padded(files.PNG, 10_000)), { mime_type: 'image/png' })
})
