import { crc32, deflateRawSync } from 'node:zlib'

/** The smallest PNG: one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
export const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
export const GIF = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
export const EXE = Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(200)])
export const MP3 = Buffer.concat([
  Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00', 'latin1'),
  Buffer.from('fffb9064', 'hex'),
  Buffer.alloc(500),
])
export const AMR = Buffer.from('#!AMR\n<00000000')
export const MP4 = box('ftyp', 'isom\x00\x00\x02\x00isomiso2mp41')
export const M4A = box('ftyp', 'M4A \x00\x00\x02\x00M4A mp42isom')
export const GP3 = box('ftyp', '3gp4\x00\x00\x02\x003gp4isom')
export const CFB = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
export const OPUS = ogg('OpusHead\x01\x01\x00\x00\x80\xbb\x00\x00\x00\x00\x00')
export const VORBIS = ogg('\x01vorbis\x00\x00\x00\x00\x01\x44\xac\x00\x00')
export const DOCX = zip([
  [
    '[Content_Types].xml',
    '<Types><Override FacetName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  ],
  ['word/document.xml', '<w:document/>'],
])
export const ZIP = zip([['a.txt', 'just a file']])

/** A WebP; the extended header says whether it is animated. */
export function webp(animated: boolean): Buffer {
  const flags = animated ? '\x02' : '\x00'
  const body = `WEBPVP8X\x0a\x00\x00\x00${flags}\x00\x00\x00\xff\x01\x00\xff\x01\x00`
  return Buffer.concat([Buffer.from(`RIFF\x1e\x00\x00\x00${body}`, 'latin1'), Buffer.alloc(64)])
}

/** The file padded to a size; its signature at the beginning stays. */
export function padded(file: Buffer, size: number): Buffer {
  return Buffer.concat([file, Buffer.alloc(size - file.length)])
}

function box(name: string, content: string): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + content.length)
  return Buffer.concat([size, Buffer.from(name + content, 'latin1'), Buffer.alloc(64)])
}

function ogg(packet: string): Buffer {
  const page = Buffer.alloc(27)
  page.write('OggS')
  page[5] = 2
  page[26] = 1
  return Buffer.concat([
    page,
    Buffer.from([packet.length]),
    Buffer.from(packet, 'latin1'),
    Buffer.alloc(64),
  ])
}

function zip(files: readonly (readonly [string, string])[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, text] of files) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    centrals.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        Buffer.from([20, 0]),
        fields,
        where,
        Buffer.from(name),
      ]),
    )
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end])
}
